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
#include "numerics/running_integral.hpp"

namespace plumb {

template <class T>
class EnergyBalance {
 public:
  /// Begins the balance at a time with the power [W] there. It writes to `result`, which has to outlive it.
  EnergyBalance(const T& begin, const T& power, Watched& result) : run(result), integral(begin, power) {}

  /// Takes the power and E − E0 at the next point.
  void add(const T& t, const T& power, const T& energy_change) {
    ++points;
    changes[(first + waiting++) % changes.size()] = energy_change;
    integral.add(t, power, [&](const T& work) { settle(work); });
  }
  /// Stores the work up to here. It is unknown if a power was not a finite number. A few powers may all be 0 although
  /// the forces do work between them, so the deviation of the energy itself is then part of the uncertainty.
  void tell() {
    using std::isfinite;
    run.work.reset();
    if (!isfinite(integral.value())) return;
    const auto uncertainty = static_cast<double>(integral.uncertainty());
    run.work = {static_cast<double>(integral.value()),
                points < enough ? std::max(uncertainty, run.energy_max) : uncertainty};
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
  std::array<T, RunningIntegral<T>::most> changes{};  // a ring of the changes that wait
  std::size_t first = 0, waiting = 0;
  static constexpr std::int64_t enough = 8;  // points
  std::int64_t points = 0;                   // after the start
};

}  // namespace plumb
