#include "reference/agreement.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

namespace plumb {
namespace {

quad largest(const Vec<quad>& x, const std::vector<PartRange>& places) {
  quad out = 0;
  for (const auto& range : places) {
    const quad here = x.segment(range.first, range.size).cwiseAbs().maxCoeff();
    if (!(here <= out)) out = here;  // NaN remains NaN
  }
  return out;
}

}  // namespace

double digits_left(const quad& unknown, const quad& scale) {
  constexpr double most = 33;  // number of digits of a quad
  if (unknown == 0) return most;
  const quad ratio = unknown / scale;
  return ratio <= 1 ? std::min(most, -static_cast<double>(log10(ratio))) : 0;
}

void Agreement::add(const quad& t, const Motion& at, const Motion& unknown) {
  const bool is_first = checks_.empty();
  if (is_first) scale_ = {Vec<quad>::Zero(at.q.size()), Vec<quad>::Zero(at.v.size())};
  auto all = is_first ? scale_ : checks_.back().unknown;
  raise(scale_, at);
  raise(all, unknown);
  const double before = is_first ? std::numeric_limits<double>::infinity() : checks_.back().digits;
  const double digits = std::min(before, fewest_digits(all));
  const std::lock_guard writing(guard_);
  checks_.push_back({t, digits, std::move(all)});
}

quad Agreement::reached() const {
  const std::shared_lock reading(guard_);
  return checks_.empty() ? quad(0) : checks_.back().t;
}

double Agreement::fewest_digits(const Motion& unknown) const {
  constexpr double rounding = 1e-16;
  double out = std::numeric_limits<double>::infinity();
  for (const auto& kind : kinds_) {
    const quad of_q = largest(scale_.q, kind.q), of_v = largest(scale_.v, kind.v);
    const bool rests = of_v * horizon_ < rounding * of_q;
    out = std::min(out, digits_left(largest(unknown.q, kind.q), of_q));
    out = std::min(out, digits_left(largest(unknown.v, kind.v), rests ? quad(of_q / horizon_) : of_v));
  }
  return out;
}

const Agreement::Check& Agreement::found(const quad& t) const {
  const std::shared_lock reading(guard_);
  const auto at = std::ranges::lower_bound(checks_, t, {}, &Check::t);
  return at == checks_.end() ? checks_.back() : *at;
}

quad Agreement::holds_until(double digits) const {
  const std::shared_lock reading(guard_);
  const auto lost = std::ranges::partition_point(checks_, [&](const Check& c) { return c.digits >= digits; });
  return lost == checks_.begin() ? quad(0) : std::prev(lost)->t;
}

void Agreement::write(PackedNumbers& out) const {
  out.add(scale_);
  out.add(quad(checks_.size()));
  for (const auto& check : checks_) {
    out.add(check.t);
    out.add(quad(check.digits));
    out.add(check.unknown);
  }
}

void Agreement::read(NumberReader& in, const Motion& like) {
  scale_ = like;
  in.fill(scale_);
  for (auto left = in.count(); left > 0; --left) {
    Check check{in.number(), static_cast<double>(in.number()), like};
    in.fill(check.unknown);
    checks_.push_back(std::move(check));
  }
}

}  // namespace plumb
