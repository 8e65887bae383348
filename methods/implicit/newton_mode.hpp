#pragma once
// Where Newton's iteration for stages linearises, and what it solves with.

#include "contract/method.hpp"

namespace plumb {

enum class NewtonMode { full, simplified, transformed };

/// The parameter `newton` of methods with coupled stages.
inline ParameterSpec newton_mode_parameter() {
  return {"newton", "full", "-",
          "linearisation: at every stage and iteration, or once a step, coupled or block-diagonalised",
          "full|simplified|transformed"};
}

inline NewtonMode newton_mode(const Parameters& p) {
  if (p.is("newton", "simplified")) return NewtonMode::simplified;
  return p.is("newton", "transformed") ? NewtonMode::transformed : NewtonMode::full;
}

}  // namespace plumb
