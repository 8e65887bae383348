#pragma once
// The common part of the steppers that wrap CVODE and ARKODE, in addition to first_order.hpp.

#include "methods/first_order.hpp"
#include "methods/sundials/sundials.hpp"

namespace plumb {

template <class S>
class SundialsCode : public FirstOrderCode<S> {
 protected:
  using Base = FirstOrderCode<S>;

  explicit SundialsCode(S& system) : Base(system), vector(sundials::view(this->z, context)) {}

  /// The right-hand side f with the signature that SUNDIALS requires; `self` is user_data().
  static int right_side(double t, N_Vector z, N_Vector rate, void* self) {
    return static_cast<SundialsCode*>(self)->rates(t, sundials::data(z), sundials::data(rate)) ? 0 : 1;
  }
  void* user_data() { return this; }

  /// The result of a step that returned `flag`.
  StepResult end(int flag, typename S::State& x) const {
    if (flag < 0) return sundials::outcome(flag, this->singular());
    this->deliver(x);
    return {};
  }

  sundials::Context context;
  sundials::Owned<N_Vector> vector;  // SUNDIALS view of z
};

}  // namespace plumb
