#pragma once
// The work of forces without a potential, which changes the energy of a driven or damped system.

namespace plumb {

/// W = ∫ P dt along the computed motion, where P = dE/dt is provided by the system (concept ProvidesPower).
template <class T>
struct Work {
  T done = 0;         // work up to the end of the run [J]
  T uncertainty = 0;  // bound on the quadrature error, without the method's own error [J]

  bool operator==(const Work&) const = default;
};

}  // namespace plumb
