#include "problems/mechanisms/breakpoints.hpp"

#include <algorithm>
#include <limits>

#include "problems/mbs/signal.hpp"

namespace plumb::mbs {
namespace {

class Collection {
 public:
  explicit Collection(const quad& begin) : begin_(begin) {}

  /// Adds the breaks of a function; `order` is that of the derivative of positions on which the function's value acts.
  void add(const TimeFunction& f, int order) {
    const auto breaks = Signal<quad>::of(f).breaks();
    quad value = 0, rate = 0, second = 0;  // magnitudes; differences far below these are rounding
    quad shortest = std::numeric_limits<quad>::infinity();
    for (std::size_t k = 0; k < breaks.size(); ++k) {
      for (const auto* side : {&breaks[k].before, &breaks[k].after}) {
        value = std::max(value, quad(abs(side->value)));
        rate = std::max(rate, quad(abs(side->rate)));
        second = std::max(second, quad(abs(side->second)));
      }
      if (k > 0) shortest = std::min(shortest, quad(breaks[k].time - breaks[k - 1].time));
    }
    rate = std::max(rate, quad(value / shortest));
    second = std::max(second, quad(rate / shortest));
    const auto jumps = [](const quad& from, const quad& to, const quad& size) {
      return abs(to - from) > quad(1e-12) * size;
    };
    for (const auto& at : breaks) {
      if (!(at.time > begin_)) continue;
      const int derivative = jumps(at.before.value, at.after.value, value)      ? 0
                             : jumps(at.before.rate, at.after.rate, rate)       ? 1
                             : jumps(at.before.second, at.after.second, second) ? 2
                                                                                : 3;
      all.push_back({at.time, order + derivative});
    }
  }
  std::vector<Breakpoint> in_order() && {
    std::ranges::sort(all, [](const Breakpoint& a, const Breakpoint& b) {
      return a.time < b.time || (a.time == b.time && a.derivative < b.derivative);
    });
    const auto same = [](const Breakpoint& a, const Breakpoint& b) { return a.time == b.time; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());  // the roughest one stays
    return std::move(all);
  }

 private:
  quad begin_;
  std::vector<Breakpoint> all;
};

}  // namespace

std::vector<Breakpoint> breakpoints_of(const Mechanism& m) {
  constexpr int position = 0, velocity = 1, acceleration = 2;
  Collection out(m.begin.in<quad>());
  for (const auto& driver : m.drivers) out.add(driver.value, driver.of_rate ? velocity : position);
  out.add(m.gravity_factor, acceleration);
  for (const auto& load : m.loads) out.add(load.factor, acceleration);
  const auto add = [&](const auto& springs) {
    for (const auto& spring : springs) {
      out.add(spring.actuator, acceleration);
      out.add(spring.factor, acceleration);
    }
  };
  add(m.springs);
  add(m.rotational_springs);
  add(m.translational_springs);
  return std::move(out).in_order();
}

}  // namespace plumb::mbs
