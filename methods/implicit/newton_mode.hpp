#pragma once
// The state at which Newton's iteration for stages linearises, and the way in which it solves.

#include "contract/method.hpp"

namespace plumb {

enum class NewtonMode { full, damped, simplified, transformed };

/// Returns whether every iteration computes a new linearisation.
constexpr bool linearises_always(NewtonMode mode) { return mode == NewtonMode::full || mode == NewtonMode::damped; }

/// The parameter `newton` of methods with coupled stages.
inline ParameterSpec newton_mode_parameter() {
  return {"newton", "full", "-",
          "linearisation: at every stage and iteration, or once a step, coupled or block-diagonalised",
          "full|simplified|transformed"};
}

inline NewtonMode newton_mode(const Parameters& p) {
  if (p.is("newton", "simplified")) return NewtonMode::simplified;
  if (p.is("newton", "damped")) return NewtonMode::damped;
  return p.is("newton", "transformed") ? NewtonMode::transformed : NewtonMode::full;
}

}  // namespace plumb
