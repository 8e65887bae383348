#include "problems/equations/equation_system.hpp"

#include <complex>
#include <utility>

#include "numerics/each_scalar.hpp"

namespace plumb {

template <class T>
EquationSystem<T>::EquationSystem(std::shared_ptr<const EquationsOfMotion> equations, const Parameters& parameters,
                                  Form form)
    : of(std::move(equations)),
      data(of->numbers<T>(parameters)),
      level(form),
      conserves_energy(of->conserves_energy(parameters)),
      masses(compiled(of->mass)),
      momenta(compiled(of->momentum)),
      forces(compiled(of->force)),
      constraints(compiled(of->constraint)),
      jacobians(compiled(of->jacobian)),
      reactions(compiled(of->reaction)),
      rates(compiled(of->rate)),
      biases(compiled(of->bias)),
      accelerations(compiled(of->acceleration)),
      dampings(compiled(of->damping)),
      stiffnesses(compiled(of->stiffness)),
      rates_by_q(compiled(of->rate_by_q)),
      accelerations_by_q(compiled(of->acceleration_by_q)),
      accelerations_by_v(compiled(of->acceleration_by_v)),
      energies(compiled(of->energy)),
      powers(compiled(of->power)),
      measured(compiled(of->output_values)),
      kept(compiled(of->invariant_values)),
      now(of->inputs.coordinates, of->inputs.constraints),
      rows(now.jacobian),
      bordered(of->inputs.coordinates, of->inputs.constraints) {}

template <class T>
void EquationSystem<T>::reaction(const T& t, const Q& q, const L& lambda, V& r) const {
  reactions.put(of->inputs.lambda(), lambda);
  evaluate(reactions, r, t, q);
}

// Solves M a + Gᵀλ = f,  G a = −γ for a and λ.
template <class T>
bool EquationSystem<T>::acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
  force(t, q, v, a);
  constraint_bias(t, q, v, lambda);
  lambda = -lambda;
  evaluate(masses, now.mass, t, q);
  evaluate(jacobians, now.jacobian, t, q);
  if (!bordered.factor(now, now.jacobian, now.jacobian, {.mass = T(1)})) return false;
  bordered.solve(a, lambda);
  return true;
}

template <class T>
void EquationSystem<T>::blocks(const T& t, const State& x, DenseBlocks& out) const {
  evaluate(masses, out.mass, t, x.q);
  evaluate(jacobians, out.jacobian, t, x.q);
  evaluate(dampings, out.damping, t, x.q, x.v);
  stiffnesses.put(of->inputs.lambda(), x.lambda);
  evaluate(stiffnesses, out.stiffness, t, x.q, x.v, x.a);
  if (imposes_velocities(level)) evaluate(rates_by_q, out.rate_by_q, t, x.q, x.v);
  if (!imposes_accelerations(level)) return;
  evaluate(accelerations_by_q, out.acceleration_by_q, t, x.q, x.v, x.a);
  evaluate(accelerations_by_v, out.acceleration_by_v, t, x.q, x.v);
}

template <class T>
template <class Entry>
bool EquationSystem<T>::factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) {
  const auto& [q, v, a, lambda] = point.x;
  evaluate(masses, now.mass, point.t, q);
  evaluate(jacobians, now.jacobian, point.t, q);
  if (b.damping != Entry(0)) evaluate(dampings, now.damping, point.t, q, v);
  if (b.stiffness != Entry(0) || b.stabilised) {  // otherwise a and λ of the state may be undefined
    stiffnesses.put(of->inputs.lambda(), lambda);
    evaluate(stiffnesses, now.stiffness, point.t, q, v, a);
  }
  if (b.rate != Entry(0) || b.mu_rate != Entry(0)) evaluate(rates_by_q, now.rate_by_q, point.t, q, v);
  if (b.by_v != Entry(0) || b.by_q != Entry(0)) {
    evaluate(accelerations_by_q, now.acceleration_by_q, point.t, q, v, a);
    evaluate(accelerations_by_v, now.acceleration_by_v, point.t, q, v);
  }
  rows = now.jacobian;
  if (point.q_rows || point.t_rows)
    evaluate(jacobians, rows, point.t_rows ? *point.t_rows : point.t, point.q_rows ? *point.q_rows : q);
  return f.factor(now, rows, rows, b);
}

template <class T>
T EquationSystem<T>::energy(const T& t, const Q& q, const V& v) const {
  energies.put_number(FormulaInputs::time, t);
  energies.put(of->inputs.q(), q);
  energies.put(of->inputs.v(), v);
  energies.evaluate();
  return energies[0];
}

template <class T>
T EquationSystem<T>::power(const T& t, const Q& q, const V& v, const L& lambda) const {
  powers.put_number(FormulaInputs::time, t);
  powers.put(of->inputs.q(), q);
  powers.put(of->inputs.v(), v);
  powers.put(of->inputs.lambda(), lambda);
  powers.evaluate();
  T sum(0);
  for (std::size_t k = 0; k < powers.size(); ++k) sum += powers[k];
  return sum;
}

template <class T>
void EquationSystem<T>::outputs(const T& t, const State& x, Vec<T>& out) const {
  measured.put(of->inputs.lambda(), x.lambda);
  evaluate(measured, out, t, x.q, x.v, x.a);
}

#define PLUMB_INSTANTIATE(T)                                                           \
  template class EquationSystem<T>;                                                    \
  template bool EquationSystem<T>::factor(Factors<T>&, const Point&, const Blend<T>&); \
  template bool EquationSystem<T>::factor(Factors<std::complex<T>>&, const Point&, const Blend<std::complex<T>>&);
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb
