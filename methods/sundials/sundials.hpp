#pragma once
// Shared by all sources of the module that is linked with SUNDIALS: ownership of its objects, a silent error handler,
// and the conversion of its return codes to StepResult.

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <memory>
#include <new>
#include <vector>

#include "contract/method.hpp"
#include "methods/sundials_module.hpp"

namespace plumb::sundials {

class Context {
 public:
  Context() {
    if (SUNContext_Create(nullptr, &context) != 0) throw std::bad_alloc();
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { SUNContext_Free(&context); }
  operator SUNContext() const { return context; }

 private:
  SUNContext context = nullptr;
};

struct Destroy {
  void operator()(N_Vector x) const { N_VDestroy(x); }
  void operator()(SUNMatrix x) const { SUNMatDestroy(x); }
  void operator()(SUNLinearSolver x) const { SUNLinSolFree(x); }
  void operator()(SUNNonlinearSolver x) const { SUNNonlinSolFree(x); }
};
template <class Pointer>
using Owned = std::unique_ptr<std::remove_pointer_t<Pointer>, Destroy>;

/// Owns the memory block of an integrator of CVODE, ARKODE or IDA. `release` is the library's function that frees it.
template <void (*release)(void**)>
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { release(&memory); }

  /// Frees the old memory block and owns `created`. Throws std::bad_alloc if `created` is null or `ready(created)`
  /// returns false.
  template <class Ready>
  void reset(void* created, Ready ready) {
    release(&memory);
    memory = created;
    if (!memory || !ready(memory)) throw std::bad_alloc();
  }
  operator void*() const { return memory; }

 private:
  void* memory = nullptr;
};

inline Owned<N_Vector> vector(Eigen::Index n, const Context& context) {
  Owned<N_Vector> x(N_VNew_Serial(n, context));
  if (!x) throw std::bad_alloc();
  N_VConst(0, x.get());
  return x;
}
/// x as a vector of SUNDIALS, without a copy.
inline Owned<N_Vector> view(std::vector<double>& x, const Context& context) {
  Owned<N_Vector> out(N_VMake_Serial(static_cast<sunindextype>(x.size()), x.data(), context));
  if (!out) throw std::bad_alloc();
  return out;
}
inline double* data(const Owned<N_Vector>& x) { return N_VGetArrayPointer(x.get()); }
inline double* data(N_Vector x) { return N_VGetArrayPointer(x); }

/// A dense matrix and its linear solver, for Newton's iteration.
struct DenseSolver {
  Owned<SUNMatrix> matrix;
  Owned<SUNLinearSolver> solver;

  /// Creates both for the size of x. Throws std::bad_alloc.
  void reset(const Owned<N_Vector>& x, const Context& context) {
    const auto n = N_VGetLength(x.get());
    solver.reset();
    matrix.reset(SUNDenseMatrix(n, n, context));
    if (!matrix) throw std::bad_alloc();
    solver.reset(SUNLinSol_Dense(x.get(), matrix.get(), context));
  }
};

/// An error handler that prints nothing. It replaces the library's handler, which prints to stderr; failures are
/// returned as statuses.
inline void ignore_error(int, const char*, const char*, char*, void*) {}

/// report_inner_steps() of the program that has loaded the module.
inline ReportInnerSteps report_inner_steps = nullptr;

inline constexpr long max_steps_an_interval = 100'000;

/// Converts the return code of a step; CVODE, ARKODE and IDA use the same codes. `singular`: an evaluation of the
/// accelerations failed.
inline StepResult outcome(int flag, bool singular) {
  if (flag >= 0) return {};
  if (singular) return {Status::singular, 0, "acceleration"};
  switch (flag) {
    case -1: return {Status::step_limit, 0, "100000 internal steps within one output interval"};
    case -2: return {Status::tolerance_unreachable, 0, "the tolerances are too small for double precision"};
    case -3: return {Status::tolerance_unreachable, 0, "the error test failed repeatedly or at the smallest step"};
    case -4: return {Status::newton_diverged, 0, "the nonlinear solver failed repeatedly or at the smallest step"};
    case -5:
    case -6:
    case -7: return {Status::singular, 0, "the linear solver of the library failed"};
    case -8:
    case -9:
    case -10:
    case -11:
    case -12: return {Status::non_finite, 0, "acceleration"};
    default: return {Status::unsupported, 0, "the library rejected its input"};
  }
}

/// Adds to a counter the increase of a library's cumulative count since the last call.
class Tally {
 public:
  void restart() { last = 0; }
  void add(Counters::Count& counter, long now) {
    counter = counter.value_or(0) + (now - last);
    last = now;
  }

 private:
  long last = 0;
};

}  // namespace plumb::sundials
