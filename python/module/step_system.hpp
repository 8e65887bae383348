#pragma once
// The equations of a run for methods in Python: the functions of plumb_system (plumb_method.h), with numpy arrays.

#include <string>

#include "interface/plumb_method.h"
#include "python/module/conversion.hpp"

namespace plumb::python {

/// Thrown by a function of the system, or by the method, if a step fails. In Python this is plumb.StepFailed.
struct StepFailed : std::runtime_error {
  StepFailed(int code, const std::string& why) : std::runtime_error(why), status(code) {}
  int status;
};

/// The arrays that a step changes. The method may change them in place or replace them.
struct StepState {
  py::object q, v, a, lam, memory;
};

/// The equations of one run. They may be called only during a step; later calls throw.
class StepSystem {
 public:
  explicit StepSystem(const plumb_system* of) : s(of) {}
  void end() { s = nullptr; }

  const plumb_system& table() const;
  py::tuple acceleration(double t, const Array& q, const Array& v) const;
  Array force(double t, const Array& q, const Array& v) const;
  Array momentum(const Array& q, const Array& v) const;
  Array reaction(double t, const Array& q, const Array& lam) const;
  py::tuple mass_solve(double t, const Array& q, const Array& w, const Array& e) const;
  Array constraint(double t, const Array& q) const;
  Array constraint_rate(double t, const Array& q, const Array& v) const;
  Array constraint_acceleration(double t, const Array& q, const Array& v, const Array& a) const;
  Array constraint_bias(double t, const Array& q, const Array& v) const;
  /// Factorises the matrix of plumb_blend with these weights (by name) at a state, and stores it in a slot.
  void factor(int slot, double t, const Array& q, const Array& v, const std::optional<Array>& a,
              const std::optional<Array>& lam, const py::dict& weights) const;
  py::tuple solve(int slot, const Array& w, const Array& e) const;
  Array retract(const Array& q, const Array& theta) const;
  Array local(const Array& q, const Array& q1) const;
  Array chart_rate(const Array& q, const Array& theta, const Array& v) const;
  Array chart_tangent(const Array& q, const Array& theta, const Array& u) const;
  void begin_iteration() const;
  /// Returns whether the iteration has converged; throws StepFailed if it fails.
  bool judge(double size, double scale, const std::string& label) const;
  double norm(const Array& x, const std::optional<Array>& y) const;
  void count(const std::string& counter, long number) const;

 private:
  void require(int status, const char* function) const;

  const plumb_system* s;
};

void add_step_system(py::module_& module);

}  // namespace plumb::python
