#pragma once
// A system as the C interface shows it (interface/plumb_method.h): vectors cross as arrays of doubles and are copied
// into vectors of the system's type and back.
//
// No exception crosses the boundary. What the system throws, or what is thrown for vectors that are missing, is kept,
// the method gets PLUMB_FAILED, and `end` tells it when the method has returned.

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

  /// What the method is given. `parameters`, `memory` and `work` of it are the stepper's to set.
  plumb_system table = {};

  /// Forgets what was said in the call before.
  void begin();
  /// What a call that returned `code` came to, with the reason that was given. Throws again what the system threw where
  /// it is no failure of the step: a request to stop, or the end of the memory.
  StepResult end(int code);

 private:
  struct Functions;
  using Complex = std::complex<double>;

  /// Factorisations of a kind in their slots, and shadows of the vectors that they solve with.
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

  /// Into x; a and λ that are not given are 0.
  void take_state(const double* q, const double* v, const double* a, const double* lambda);
  System::Point point_of(const plumb_point& at);

  System& s;
  Counters& counters;
  NewtonNorm norm;
  NewtonVerdict<double> verdict;
  Factorisations<double> real_factors;
  Factorisations<Complex> complex_factors;
  System::Factors<double> mass;            // of mass_solve
  State x, y, z;                           // shadows of what is passed
  std::optional<BlocksOf<System>> blocks;  // made when they are asked for first
  std::optional<ChartBlocksOf<System>> chart_blocks;
  StepResult said;
  std::exception_ptr thrown;
};

}  // namespace plumb
