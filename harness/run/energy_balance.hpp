#pragma once
// What is left of the energy of a driven or damped run once the work of its forces is taken off: |E − E0 − W|.
//
//   W = ∫ P dt along the computed motion, P = dE/dt as the system tells it from the computed t, q and v
//
// Where constraints move P is made of multipliers, those of the index-1 equations at t, q and v: so this says how good
// the motion is. By a method's own multipliers it would say how good those are, and nothing of the motion.
//
// The integral needs points on both sides of a step, so that changes of the energy wait until it is known at theirs.

#include <array>
#include <cmath>

#include "harness/run/run.hpp"
#include "numerics/running_integral.hpp"

namespace plumb {

template <class T>
class EnergyBalance {
 public:
  /// The balance from a time on, with this power [W] there. Its result, which has to outlive this, is filled in.
  EnergyBalance(const T& begin, const T& power, Watched& result) : run(result), integral(begin, power) {}

  /// Takes the power and E − E0 at the next point.
  void add(const T& t, const T& power, const T& energy_change) {
    changes[(first + waiting++) % changes.size()] = energy_change;
    integral.add(t, power, [&](const T& work) { settle(work); });
  }
  /// Tells the work up to here. It is unknown if a power was no number.
  void tell() {
    using std::isfinite;
    run.work.reset();
    if (isfinite(integral.value()))
      run.work = {static_cast<double>(integral.value()), static_cast<double>(integral.uncertainty())};
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
    first = (first + 1) % changes.size();
    --waiting;
  }

  Watched& run;
  RunningIntegral<T> integral;
  std::array<T, RunningIntegral<T>::most> changes{};  // a ring of those that wait
  std::size_t first = 0, waiting = 0;
};

}  // namespace plumb
