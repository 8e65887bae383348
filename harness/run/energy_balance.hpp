#pragma once
// EnergyBalance takes the work of the forces off the energy of a driven or damped run: |E − E0 − W|.
//
//   W = ∫ P dt along the computed motion, P = dE/dt as the system tells it from the computed t, q and v
//
// Where constraints move, P depends on multipliers. Those of the index-1 equations at t, q and v are taken, so that the
// balance says how good the motion is. The method's own multipliers would make it say how good they are.
//
// The integral needs points on both sides of a step. A change of the energy therefore waits until the work at its time
// is known.

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
  /// Begins the balance at a time with the power P [W] and h² P″ there, where h is the step. It writes to `result`,
  /// which must outlive it.
  EnergyBalance(const T& begin, const T& power, const T& curvature, Watched& result)
      : run(result), integral(begin, power), unseen(power, curvature), latest(begin) {}

  /// Returns whether the second derivative P″ of the power at the next point is of use.
  bool is_curvature_due() const { return unseen.is_curvature_due(); }

  /// Takes the power P, h² P″ if it is due, and E − E0 at the next point, h behind the latest.
  void add(const T& t, const T& power, const T& curvature, const T& energy_change) {
    ++points;
    unseen.add(power, t - latest, curvature);
    latest = t;
    changes[(first + waiting++) % changes.size()] = energy_change;
    integral.add(t, power, [&](const T& work) { settle(work); });
  }
  /// Stores the work up to here. It is unknown if a power was not a finite number. The forces may do work between the
  /// points that no power shows. The deviation of the energy then is, as far as that work may cause it, part of the
  /// uncertainty.
  void tell() {
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
    tell();
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
  std::array<T, RunningIntegral<T>::most> changes{};  // a ring of the changes that wait
  std::size_t first = 0, waiting = 0;
  static constexpr std::int64_t enough = 8;  // points
  std::int64_t points = 0;                   // after the start
};

}  // namespace plumb
