#pragma once
// All users of SUNDIALS, methods and references, share this: the ownership of its objects, its silence, and its return
// values as results of a step.

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <memory>
#include <new>
#include <vector>

#include "contract/method.hpp"

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

/// The memory of an integrator, CVODE's, ARKODE's or IDA's, with the function that frees it.
template <void (*release)(void**)>
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { release(&memory); }

  /// Replaces the old memory by the new. Throws std::bad_alloc if that is null, or if `ready` returns false for it.
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

/// A dense matrix and its factors, for Newton's iteration.
struct DenseSolver {
  Owned<SUNMatrix> matrix;
  Owned<SUNLinearSolver> solver;

  /// Makes both for as many unknowns as x has. Throws std::bad_alloc.
  void reset(const Owned<N_Vector>& x, const Context& context) {
    const auto n = N_VGetLength(x.get());
    solver.reset();
    matrix.reset(SUNDenseMatrix(n, n, context));
    if (!matrix) throw std::bad_alloc();
    solver.reset(SUNLinSol_Dense(x.get(), matrix.get(), context));
  }
};

/// Replaces the handler that prints to stderr, because errors come back as statuses.
inline void say_nothing(int, const char*, const char*, char*, void*) {}

inline constexpr long max_steps_an_interval = 100'000;

/// The result of a step; CVODE, ARKODE and IDA use the same numbers for their failures.
inline StepResult outcome(int flag, bool singular) {
  if (flag >= 0) return {};
  if (singular) return {Status::singular, 0, "acceleration"};
  switch (flag) {
    case -1: return {Status::step_limit, 0, "100000 internal steps within one output interval"};
    case -2: return {Status::tolerance_unreachable, 0, "the tolerances require more than double precision"};
    case -3: return {Status::tolerance_unreachable, 0, "error test failed repeatedly or at the smallest step"};
    case -4: return {Status::newton_diverged, 0, "nonlinear solver failed repeatedly or at the smallest step"};
    case -5:
    case -6:
    case -7: return {Status::singular, 0, "linear solver of the library"};
    case -8:
    case -9:
    case -10:
    case -11:
    case -12: return {Status::non_finite, 0, "acceleration"};
    default: return {Status::unsupported, 0, "input refused by the library"};
  }
}

/// Adds the growth of a library's running count since it was last read.
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
