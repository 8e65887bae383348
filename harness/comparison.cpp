#include "harness/comparison.hpp"

#include <stdexcept>

namespace plumb {
namespace {

struct StateClass {
  const char* name;
  Vec<quad> Sample<quad>::*computed;
  Vec<quad> ReferenceState::*exact;
};
constexpr StateClass classes[] = {{"q", &Sample<quad>::q, &ReferenceState::q},
                                  {"v", &Sample<quad>::v, &ReferenceState::v},
                                  {"a", &Sample<quad>::a, &ReferenceState::a},
                                  {"lambda", &Sample<quad>::lambda, &ReferenceState::lambda}};

std::span<const quad> numbers(const Vec<quad>& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

void append(std::vector<quad>& to, const Vec<quad>& from) {
  to.insert(to.end(), from.data(), from.data() + from.size());
}

}  // namespace

Comparison::Comparison(const Cell& cell, const Problem& of, const Formulation& in, const Parameters& with,
                       const StopRequest& request)
    : problem(of),
      formulation(in),
      data(with),
      stop(request),
      plan{.steps = steps(cell), .samples = cell.samples},
      h(number_from_text<quad>(cell.step)),
      stretch(number_from_text<quad>(of.t_end) / 64) {}

void Comparison::add(const Sample<quad>& sample) {
  ++samples;
  if (!missing.empty() || stopped) return;
  if (const auto exact = reference_at(quad(plan.step_of_sample(samples)) * h)) {
    if (compared.empty()) begin(sample);
    add(sample, *exact);
  }
}

std::optional<ReferenceState> Comparison::reference_at(const quad& t) {
  try {
    if (!known) known = solution(problem, data);
    if (extend_to(t)) return known->at(t, formulation);
    stopped = true;
  } catch (const std::invalid_argument& e) {
    missing = e.what();
  }
  return {};
}

/// Has a computed reference computed as far as t; false if that was stopped.
bool Comparison::extend_to(const quad& t) {
  if (known->exact()) return true;
  while (extended < t) {
    if (stop.load(std::memory_order_relaxed) != Status::ok) return false;
    extended = std::min<quad>(t, extended + stretch);
    if (known->digits(extended) < Solution::least_digits) break;  // and no more of them later
  }
  return true;
}

void Comparison::begin(const Sample<quad>& sample) {
  for (const auto& c : classes)
    if ((sample.*c.computed).size() != 0) compared.push_back({c.name, true});
  for (const auto& output : problem.outputs) compared.push_back({std::string(output.name), output.sized_as.empty()});
}

void Comparison::add(const Sample<quad>& sample, const ReferenceState& exact) {
  auto next = compared.begin();
  for (const auto& c : classes)
    if ((sample.*c.computed).size() != 0) (next++)->sums.add(numbers(sample.*c.computed), numbers(exact.*c.exact));
  for (Eigen::Index i = 0; i < sample.outputs.size(); ++i)
    (next++)->sums.add({&sample.outputs[i], 1}, {&exact.outputs[i], 1});
  if (samples != plan.sample_count()) return;
  append(end, sample.q), append(end, sample.v);
  append(reference_end, exact.q), append(reference_end, exact.v);
}

std::map<std::string, Metric> Comparison::metrics(bool reaches_end) const {
  std::map<std::string, Metric> out;
  if (!missing.empty() || stopped) return out;
  for (const auto& [name, has_size, sums] : compared) {
    out["re." + name] = has_size ? sums.relative() : std::nullopt;
    out["rms." + name] = sums.rms();
    if (reaches_end) out["end." + name] = sums.end();
  }
  if (!reaches_end || compared.empty()) return out;
  out["scd"] = significant_correct_digits({end}, {reference_end});
  out["mescd"] = mixed_error_correct_digits({end}, {reference_end});
  return out;
}

}  // namespace plumb
