#pragma once
// Equations of motion as formulas, in coordinates that form a vector space,
//
//   M(q) v' = f(t, q, v) − Gᵀλ,   Φ(t, q) = 0,   G = ∂Φ/∂q,
//
// with all other terms that methods need, which are derived exactly.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contract/parameters.hpp"
#include "problems/equations/expression_graph.hpp"
#include "problems/parts.hpp"
#include "problems/problem.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// The indices of the inputs of formulas, in this order: t, q, v, a, λ, and the parameters, which are fixed in a
/// system.
struct FormulaInputs {
  int coordinates = 0, constraints = 0;

  static constexpr int time = 0;
  int q(int i = 0) const { return 1 + i; }
  int v(int i = 0) const { return 1 + coordinates + i; }
  int a(int i = 0) const { return 1 + 2 * coordinates + i; }
  int lambda(int i = 0) const { return 1 + 3 * coordinates + i; }
  int parameters() const { return 1 + 3 * coordinates + constraints; }
};

struct NamedCoordinate {
  std::string name, unit, meaning;
  Expression start, rate;  // functions of parameters alone
};

/// The locations of the equations in their file.
struct EquationPlaces {
  FilePlace file;
  std::vector<FilePlace> coordinates, mass, force, constraint, tables;  // mass: of the diagonal or of all entries
};

/// The equations as written by the user. Matrices are in row-major order.
struct ParsedEquations {
  std::shared_ptr<ExpressionGraph> graph;
  FormulaInputs inputs;
  std::vector<ParameterSpec> parameters;
  std::vector<NamedCoordinate> coordinates;
  std::vector<Expression> mass;         // mass matrix M(q), from coordinates and parameters
  std::vector<Expression> force;        // force f(t, q, v)
  std::vector<Expression> constraint;   // constraints Φ(t, q)
  std::optional<Expression> potential;  // potential energy U(t, q); then the energy is vᵀMv/2 + U
  std::vector<Output> outputs, invariants;
  std::vector<Expression> output_values;     // functions of all inputs
  std::vector<Expression> invariant_values;  // functions of t, q, v
  EquationPlaces places;
};

/// The equations with the derivatives of the contract (contract/system.hpp).
struct EquationsOfMotion : ParsedEquations {
  std::vector<Expression> momentum;                              // momentum M v
  std::vector<Expression> jacobian;                              // constraint Jacobian G
  std::vector<Expression> reaction;                              // constraint force Gᵀλ
  std::vector<Expression> rate;                                  // constraint rate Φ'
  std::vector<Expression> bias, acceleration;                    // bias Φ'' − G a; constraint acceleration Φ''
  std::vector<Expression> damping, stiffness;                    // tangent matrices D, K
  std::vector<Expression> rate_by_q;                             // matrix W
  std::vector<Expression> acceleration_by_q, acceleration_by_v;  // matrices Z, Y
  std::vector<Expression> energy;                                // energy vᵀMv/2 + U
  std::vector<Expression> power;                                 // summands of dE/dt
  bool velocity_dependent = false;

  /// Throws std::invalid_argument if the derivatives have too many operations.
  explicit EquationsOfMotion(ParsedEquations equations);

  template <class T>
  std::vector<T> numbers(const Parameters& values) const {
    std::vector<T> out;
    for (const auto& parameter : parameters) out.push_back(values.number<T>(parameter.name));
    return out;
  }
  /// Returns whether dE/dt vanishes identically for these data, except for rounding: its terms cancel at pseudo-random
  /// states in quad.
  bool conserves_energy(const Parameters& values) const;

 private:
  void derive_constraints();
  void derive_tangents();
  void derive_energy();
};

}  // namespace plumb
