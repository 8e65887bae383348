#include "reference/narrow_stretches.hpp"

#include <algorithm>
#include <cmath>

#include "contract/stop.hpp"

namespace plumb {
namespace {

// The ranges of all components over a stretch of time, from a few samples. widen() doubles the ranges, so that they
// contain the motion between the samples.
struct SampledRanges {
  std::vector<Range> q, v;

  void add(const Motion& m) {
    add(m.q, q);
    add(m.v, v);
  }
  void widen() {
    for (auto* ranges : {&q, &v})
      for (auto& [low, high] : *ranges) {
        const double more = (high - low) / 2 + 1e-15 * std::max(std::abs(low), std::abs(high));
        low -= more;
        high += more;
      }
  }

 private:
  static void add(const Vec<quad>& x, std::vector<Range>& to) {
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const auto now = static_cast<double>(x[i]);
      if (to.size() == static_cast<std::size_t>(i)) to.push_back({now, now});
      auto& range = to[static_cast<std::size_t>(i)];
      range = {std::min(range.low, now), std::max(range.high, now)};
    }
  }
};

class StretchSearch {
 public:
  StretchSearch(const HiddenVariation& hidden, const std::function<Motion(const quad&)>& motion)
      : hidden_(hidden), motion_(motion) {}

  /// Divides a stretch in halves until no variation may be hidden in a part, or until the part is as short as the
  /// resolution of time or `short_enough`. Adds the parts to `stretches`.
  void divide(const quad& from, const quad& to, const quad& short_enough = 0) {
    stopping_point();
    const quad shortest = std::max<quad>(quad(1e-15) * to, short_enough);
    const quad middle = (from + to) / 2;
    if (stretches.size() > most || to - from <= shortest || !may_hide(from, to)) return stretches.push_back({from, to});
    divide(from, middle, short_enough);
    divide(middle, to, short_enough);
  }

  struct Stretch {
    quad from, to;
  };
  std::vector<Stretch> stretches = {};
  static constexpr std::size_t most = 20'000;

  bool may_hide(const quad& from, const quad& to) const {
    constexpr int samples = 5;
    SampledRanges ranges;
    for (int k = 0; k < samples; ++k) ranges.add(motion_(from + (to - from) * k / (samples - 1)));
    ranges.widen();
    const auto low = static_cast<double>(from), high = static_cast<double>(to);
    return hidden_({{low, high}, ranges.q, ranges.v, high - low});
  }

 private:
  const HiddenVariation& hidden_;
  const std::function<Motion(const quad&)>& motion_;
};

}  // namespace

std::vector<quad> narrow_stretches(const HiddenVariation& hidden, const std::function<Motion(const quad& t)>& motion,
                                   const quad& end) {
  constexpr int coarse = 64, much = 16;
  if (!(end > 0)) return {};
  StretchSearch search(hidden, motion);
  for (int k = 0; k < coarse; ++k) search.divide(end * k / coarse, end * (k + 1) / coarse);
  if (search.stretches.size() > search.most) return {};  // the ranges are too wide to locate variation
  quad longest = 0;
  for (const auto& [from, to] : search.stretches) longest = std::max<quad>(longest, to - from);
  std::vector<quad> out;
  for (const auto& [from, to] : search.stretches) {
    if (much * (to - from) > longest) continue;
    if (out.empty() || out.back() != from) out.push_back(from);
    out.push_back(to);
  }
  std::erase_if(out, [](const quad& t) { return t <= 0; });
  return out;
}

quad hidden_in_step(const HiddenVariation& hidden, const quad& begin, const quad& duration, const Motion& from,
                    const Motion& to) {
  constexpr int parts = 16;  // roughly the number of stages of a step
  const auto motion = [&](const quad& t) -> Motion {
    const quad s = (t - begin) / duration, r = 1 - s;
    return {r * r * (1 + 2 * s) * from.q + s * s * (1 + 2 * r) * to.q + s * r * duration * (r * from.v - s * to.v),
            r * from.v + s * to.v};
  };
  const std::function<Motion(const quad&)> known = motion;
  StretchSearch search(hidden, known);
  search.divide(begin, begin + duration, duration / parts);
  for (const auto& [first, last] : search.stretches)
    if (search.may_hide(first, last)) return first;
  return -1;
}

}  // namespace plumb
