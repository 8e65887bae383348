#include "problems/equations/equations_of_motion.hpp"

#include <cmath>
#include <utility>

#include "problems/equations/compiled_expressions.hpp"

namespace plumb {
namespace {

/// Returns ∂of_i/∂x_j as a row-major matrix, where the x_j are `count` inputs from index `first` on.
std::vector<Expression> gradients(const std::vector<Expression>& of, int first, int count) {
  std::vector<Expression> out(of.size() * static_cast<std::size_t>(count));
  if (of.empty()) return out;
  for (int j = 0; j < count; ++j) {
    const auto column = of.front().graph->derivatives(of, first + j);
    for (std::size_t i = 0; i < of.size(); ++i)
      out[i * static_cast<std::size_t>(count) + static_cast<std::size_t>(j)] = column[i];
  }
  return out;
}

/// Returns Σ_j matrix_ij x_j for a row-major matrix, where the x_j are the inputs from index `first` on.
std::vector<Expression> times_inputs(ExpressionGraph& graph, const std::vector<Expression>& matrix, int first,
                                     int columns) {
  std::vector<Expression> out;
  for (std::size_t position = 0; position < matrix.size();) {
    auto sum = graph.constant(0);
    for (int j = 0; j < columns; ++j) sum += matrix[position++] * graph.input(first + j);
    out.push_back(sum);
  }
  return out;
}

std::vector<Expression> transposed(const std::vector<Expression>& matrix, int columns) {
  std::vector<Expression> out;
  const auto n = static_cast<std::size_t>(columns);
  for (std::size_t j = 0; j < n; ++j)
    for (auto at = j; at < matrix.size(); at += n) out.push_back(matrix[at]);
  return out;
}

std::vector<Expression> sums(const std::vector<Expression>& a, const std::vector<Expression>& b) {
  auto out = a;
  for (std::size_t i = 0; i < a.size(); ++i) out[i] += b[i];
  return out;
}

}  // namespace

EquationsOfMotion::EquationsOfMotion(ParsedEquations equations) : ParsedEquations(std::move(equations)) {
  momentum = times_inputs(*graph, mass, inputs.v(), inputs.coordinates);
  derive_constraints();
  derive_tangents();
  derive_energy();
  for (const auto& one : force)
    if (graph->depends(one, inputs.v(), inputs.a())) velocity_dependent = true;
  if (inputs.constraints > 0) velocity_dependent = true;  // Φ'' is quadratic in v
}

// Φ' = G v + ∂Φ/∂t,  Φ'' = (∂Φ'/∂q) v + ∂Φ'/∂t + G a
void EquationsOfMotion::derive_constraints() {
  const int n = inputs.coordinates;
  jacobian = gradients(constraint, inputs.q(), n);
  for (const auto& column : transposed(jacobian, n)) reaction.push_back(column);
  reaction = times_inputs(*graph, reaction, inputs.lambda(), inputs.constraints);
  if (inputs.constraints == 0) reaction.assign(static_cast<std::size_t>(n), graph->constant(0));
  rate = sums(times_inputs(*graph, jacobian, inputs.v(), n), gradients(constraint, FormulaInputs::time, 1));
  rate_by_q = gradients(rate, inputs.q(), n);
  bias = sums(times_inputs(*graph, rate_by_q, inputs.v(), n), gradients(rate, FormulaInputs::time, 1));
  acceleration = sums(bias, times_inputs(*graph, jacobian, inputs.a(), n));
  acceleration_by_q = gradients(acceleration, inputs.q(), n);
  acceleration_by_v = gradients(acceleration, inputs.v(), n);
}

// K = ∂(f − Gᵀλ − M a)/∂q,  D = ∂f/∂v
void EquationsOfMotion::derive_tangents() {
  const int n = inputs.coordinates;
  const auto inertia = times_inputs(*graph, mass, inputs.a(), n);
  std::vector<Expression> balance;
  for (std::size_t i = 0; i < force.size(); ++i) balance.push_back(force[i] - reaction[i] - inertia[i]);
  stiffness = gradients(balance, inputs.q(), n);
  damping = gradients(force, inputs.v(), n);
}

// E = vᵀMv/2 + U,  dE/dt = vᵀf + vᵀM'v/2 + ∂U/∂q v + ∂U/∂t + λᵀ∂Φ/∂t, since −vᵀGᵀλ = λᵀ∂Φ/∂t
void EquationsOfMotion::derive_energy() {
  const int n = inputs.coordinates;
  auto kinetic = graph->constant(0);
  for (int i = 0; i < n; ++i) kinetic += momentum[static_cast<std::size_t>(i)] * graph->input(inputs.v(i));
  kinetic /= graph->constant(2);
  const auto stored = potential ? *potential : graph->constant(0);
  energy = {kinetic + stored};
  for (const auto& by_q : {gradients({kinetic}, inputs.q(), n), gradients({stored}, inputs.q(), n)})
    for (const auto& work : times_inputs(*graph, by_q, inputs.v(), n)) power.push_back(work);
  for (const auto& work : times_inputs(*graph, force, inputs.v(), n)) power.push_back(work);
  power.push_back(gradients({stored}, FormulaInputs::time, 1).front());
  const auto moving = gradients(constraint, FormulaInputs::time, 1);
  for (const auto& work : times_inputs(*graph, moving, inputs.lambda(), inputs.constraints)) power.push_back(work);
}

bool EquationsOfMotion::conserves_energy(const Parameters& values) const {
  constexpr int states = 5;
  const auto fixed = numbers<quad>(values);
  CompiledExpressions<quad> terms(*graph, power, inputs.parameters(), fixed);
  std::vector<Expression> starts;
  for (const auto& coordinate : coordinates) starts.push_back(coordinate.start);
  CompiledExpressions<quad> near(*graph, starts, inputs.parameters(), fixed);
  near.evaluate();
  for (int k = 1; k <= states; ++k) {
    for (int i = 0; i < inputs.parameters(); ++i) terms.put_number(i, sin(quad(k * (2 * i + 3))));
    for (int i = 0; i < inputs.coordinates; ++i)
      terms.put_number(inputs.q(i), near[static_cast<std::size_t>(i)] + sin(quad(k * (3 * i + 1))) / 4);
    terms.evaluate();
    quad sum(0), size(0);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      sum += terms[i];
      size += abs(terms[i]);
    }
    if (!(abs(sum) <= quad(1e-28) * size)) return false;
  }
  return true;
}

}  // namespace plumb
