#pragma once
// EnergyBalance subtracts the work of the forces from the energy of a driven or damped run: |E − E0 − W|.
//
//   W = ∫ P dt along the computed motion, with P = dE/dt from the system at the computed t, q and v
//
// If constraints move, P depends on multipliers. The balance uses the multipliers of the index-1 equations at t, q and
// v, so it measures the accuracy of the motion. With the method's own multipliers it would also measure their accuracy.
//
// The integral needs points on both sides of a step. So the energy at a step is buffered until the work up to that step
// is computed.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "harness/run/run.hpp"
#include "harness/run/unseen_work.hpp"
#include "numerics/running_integral.hpp"

namespace plumb {

template <class T>
class EnergyBalance {
 public:
  /// Begins the balance at a time with the power P [W] and h² P″ there, where h is the step. The balance writes to
  /// `result`, which must outlive it.
  EnergyBalance(const T& begin, const T& power, const T& curvature, Watched& result)
      : run(result), integral(begin, power), unseen(power, curvature), latest(begin) {}

  /// Returns whether the next point requires the second derivative P″ of the power.
  bool is_curvature_due() const { return unseen.is_curvature_due(); }

  /// Adds the power P, h² P″ if it is due, and E − E0 at the next point, h after the latest.
  void add(const T& t, const T& power, const T& curvature, const T& energy_change) {
    ++points;
    unseen.add(power, t - latest, curvature);
    latest = t;
    changes[(first + waiting++) % changes.size()] = energy_change;
    integral.add(t, power, [&](const T& work) { settle(work); });
  }
  /// Sets `work` of the result: the work up to the latest point, or none if a power was not finite. The powers at the
  /// points may miss work that forces do between the points. So the uncertainty includes the part of the energy
  /// deviation that missed work can explain.
  void report() {
    using std::isfinite;
    run.work.reset();
    if (!isfinite(integral.value())) return;
    const double missed =
        points < enough ? run.energy_max : std::min(static_cast<double>(unseen.value()), run.energy_max);
    run.work = {static_cast<double>(integral.value()), std::max(static_cast<double>(integral.uncertainty()), missed)};
  }
  /// Completes the balance of a run that has ended.
  void finish() {
    integral.finish([&](const T& work) { settle(work); });
    report();
  }

 private:
  void settle(const T& work) {
    using std::abs;
    run.energy_end = static_cast<double>(abs(changes[first] - work));
    if (run.energy_end > run.energy_max) run.energy_max = run.energy_end;
    run.work_max = std::max(run.work_max, static_cast<double>(abs(work)));
    first = (first + 1) % changes.size();
    --waiting;
  }

  Watched& run;
  RunningIntegral<T> integral;
  UnseenWork<T> unseen;
  T latest;
  std::array<T, RunningIntegral<T>::most> changes{};  // ring buffer of energy changes whose work is not yet known
  std::size_t first = 0, waiting = 0;
  static constexpr std::int64_t enough = 8;  // number of points from which `unseen` is meaningful
  std::int64_t points = 0;                   // number of points after the start
};

}  // namespace plumb
