#pragma once
// A system as the C interface shows it (interface/plumb_method.h): vectors cross as arrays of doubles and are copied
// into vectors of the system's type and back.
//
// No exception crosses the boundary. An exception of the system, or one about missing vectors, is kept, the method gets
// PLUMB_FAILED, and `end` reports it when the method has returned.

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

  /// `system` and `counters` must outlive it.
  CSystem(System& system, const NewtonSettings& newton, Counters& counters);
  CSystem(const CSystem&) = delete;
  CSystem& operator=(const CSystem&) = delete;

  /// The table that the method gets. The stepper sets its `parameters`, `memory` and `work`.
  plumb_system table = {};

  /// Forgets the messages of the call before.
  void begin() {
    said = {};
    thrown = nullptr;
  }
  /// Returns the result of a call that returned `code`, with the reason that was given. Throws the system's exception
  /// again where it is not a failure of the step: a request to stop, or the end of the memory.
  StepResult end(int code);

 private:
  struct Functions;
  using Complex = std::complex<double>;

  /// Factorisations of one kind in their slots, and shadows of the vectors that they solve with.
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

  /// Copies a state into x; a and λ are 0 where they are not given.
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
  StepResult said;
  std::exception_ptr thrown;
};

}  // namespace plumb
