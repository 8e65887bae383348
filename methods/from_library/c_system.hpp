#pragma once
// A system for methods behind the C interface (interface/plumb_method.h): vectors are passed as arrays of doubles and
// are copied into vectors of the system's type and back.
//
// No exception crosses the boundary. If the system throws, or a callback throws because a vector is missing, the
// exception is stored, the callback returns PLUMB_FAILED, and `end` reports the exception when the method has returned.

#include <array>
#include <complex>
#include <exception>
#include <memory>
#include <optional>

#include "contract/erasure.hpp"
#include "interface/plumb_method.h"
#include "methods/implicit/newton.hpp"

namespace plumb {

class CSystem {
 public:
  using System = AnySystem<double>;
  using State = System::State;

  /// `system` and `counters` must outlive this object.
  CSystem(System& system, const NewtonSettings& newton, Counters& counters);
  CSystem(const CSystem&) = delete;
  CSystem& operator=(const CSystem&) = delete;

  /// The table that is passed to the method. The stepper sets its `parameters`, `memory` and `work`.
  plumb_system table = {};

  /// Must be called before a call of the method: clears the reason and the exception of the previous call.
  void begin() {
    judged = {};
    thrown = nullptr;
  }
  /// Returns the result of a call that returned `code`, with the reason if a callback stored one. Rethrows a stored
  /// exception if it is not a failure of the step: a request to stop, or the lack of memory.
  StepResult end(int code);

 private:
  struct Functions;
  using Complex = std::complex<double>;

  /// The real or the complex factorisations in their slots, and buffers for the vectors of their solutions.
  template <class Entry>
  struct Factorisations {
    std::array<System::Factors<Entry>, PLUMB_FACTORS> slots = {};
    Vec<Entry> w, e, mu;
  };
  template <class Entry>
  Factorisations<Entry>& factorisations() {
    if constexpr (std::is_same_v<Entry, Complex>)
      return complex_factors;
    else
      return real_factors;
  }

  /// Copies a state into x; a and λ are 0 if their pointers are null.
  void take_state(const double* q, const double* v, const double* a, const double* lambda);
  System::Point point_of(const plumb_point& at);

  System& s;
  Counters& counters;
  NewtonNorm norm;
  NewtonVerdict<double> verdict;
  Factorisations<double> real_factors;
  Factorisations<Complex> complex_factors;
  System::Factors<double> mass;            // factors of the mass matrix, for mass_solve
  State x, y, z;                           // copies of arguments
  std::optional<BlocksOf<System>> blocks;  // empty before the first request
  std::optional<ChartBlocksOf<System>> chart_blocks;
  StepResult judged;          // failure with its reason, as reported in a callback; ok: none
  std::exception_ptr thrown;  // exception thrown in a callback; null: none
};

}  // namespace plumb
