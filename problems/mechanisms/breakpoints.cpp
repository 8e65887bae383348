#include "problems/mechanisms/breakpoints.hpp"

#include <algorithm>
#include <limits>

#include "problems/mbs/mechanism_check.hpp"

namespace plumb::mbs {
namespace {

class Collection {
 public:
  explicit Collection(const quad& begin) : begin_(begin) {}

  void add(const TimedBreaks& function) {
    const auto& [breaks, order] = function;
    quad value = 0, rate = 0, second = 0;  // largest magnitudes; jumps far below these are rounding errors
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
    all.erase(std::unique(all.begin(), all.end(), same), all.end());  // keeps the lowest derivative of equal times
    return std::move(all);
  }

 private:
  quad begin_;
  std::vector<Breakpoint> all;
};

/// Calls `visit` with each function of time, its item, and the order of the derivative of positions that it determines.
template <class Visit>
void each_time_function(const Mechanism& m, Visit visit) {
  constexpr int position = 0, velocity = 1, acceleration = 2;
  for (const auto& driver : m.drivers)
    visit(driver.value, item("driver", driver.name), driver.of_rate ? velocity : position);
  visit(m.gravity_factor, "mechanism: gravity_factor", acceleration);
  for (const auto& load : m.loads) visit(load.factor, item("force", load.name), acceleration);
  const auto visit_springs = [&](const auto& springs) {
    for (const auto& spring : springs) {
      visit(spring.actuator, item("force", spring.name), acceleration);
      visit(spring.factor, item("force", spring.name), acceleration);
    }
  };
  visit_springs(m.springs);
  visit_springs(m.rotational_springs);
  visit_springs(m.translational_springs);
}

}  // namespace

std::vector<Breakpoint> breakpoints_of(const std::vector<TimedBreaks>& all, const quad& begin) {
  Collection out(begin);
  for (const auto& one : all) out.add(one);
  return std::move(out).in_order();
}

std::vector<Breakpoint> breakpoints_of(const Mechanism& m) {
  std::vector<TimedBreaks> all;
  each_time_function(m, [&](const TimeFunction& f, const std::string&, int order) {
    all.push_back({Signal<quad>::of(f).breaks(), order});
  });
  return breakpoints_of(all, m.begin.in<quad>());
}

std::string why_outside(const Table& table, const quad& begin, const quad& end) {
  const quad first = table.times.front().in<quad>(), last = table.times.back().in<quad>();
  const quad rounding = quad(1e-12) * (last - first);
  if (table.outside != TableOutside::unstated || (begin >= first - rounding && end <= last + rounding)) return "";
  const auto shown = [](const quad& x) { return six_digits(static_cast<double>(x)); };
  return "its table goes from " + shown(first) + " to " + shown(last) + ", but values are needed from " + shown(begin) +
         " to " + shown(end) +
         "; outside = \"hold\" keeps the values at its ends, \"line\" extrapolates along the tangents";
}

void require_tables_cover(const Mechanism& m, const quad& end) {
  each_time_function(m, [&](const TimeFunction& f, const std::string& of, int) {
    if (!f.table) return;
    if (const auto why = why_outside(*f.table, m.begin.in<quad>(), end); !why.empty())
      throw MechanismMistake(out_of_range, of, why);
  });
}

}  // namespace plumb::mbs
