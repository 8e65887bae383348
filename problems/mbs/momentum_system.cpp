#include "problems/mbs/momentum_system.hpp"

#include <stdexcept>

#include "numerics/each_scalar.hpp"

namespace plumb::mbs {

template <class T>
MomentumSystem<T>::MomentumSystem(MultibodySystem<T> in_velocities, so3::Chart<T> chart,
                                  std::vector<Vector<T>> origins_of_bodies)
    : s(std::move(in_velocities)),
      rotations(chart),
      sections(s.assembly().count(), s.assembly().sections, chart),
      origins(std::move(origins_of_bodies)),
      x(zero_state(s)),
      turned(x.q),
      at_centre(s.assembly().places()) {
  const auto& parts = s.assembly();
  if (!parts.frictions.empty())
    throw std::invalid_argument("momenta: mechanisms with friction do not have this formulation");
  for (const auto& body : parts.bodies) {
    BodyInertia<T> own{body.mass, 1 / body.mass, body.inertia, {}};
    if (!(body.mass > T(0)) || !invert(own.J, own.inverse_J))
      throw std::invalid_argument("momenta: velocities cannot be computed from the momenta of body '" + body.name +
                                  "', which has no mass or no inertia");
    inertias.push_back(own);
  }
  row_states = at_centre.states();
  of_bodies.resize(inertias.size());
  charts.resize(inertias.size());
  carried.resize(s.assembly().sections.size());
}

template <class T>
Sizes MomentumSystem<T>::sizes() const {
  auto out = s.sizes();
  out.momenta = true;
  return out;
}

template <class T>
void MomentumSystem<T>::momenta(const Q& q, const V& velocities, V& p) const {
  const States& at = s.states_at(q);
  for (int k = 0; k < s.assembly().count(); ++k) {
    const auto of = static_cast<std::size_t>(k);
    p.template segment<3>(6 * k) = inertias[of].mass * velocities.template segment<3>(6 * k);
    p.template segment<3>(6 * k + 3) = inertias[of].momentum(at[of].A, rotation(velocities, k));
  }
  keep_sections(velocities, p);
}
template <class T>
void MomentumSystem<T>::velocities(const Q& q, const V& p, V& out) const {
  const States& at = s.states_at(q);
  for (int k = 0; k < s.assembly().count(); ++k) {
    const auto of = static_cast<std::size_t>(k);
    out.template segment<3>(6 * k) = inertias[of].inverse_mass * p.template segment<3>(6 * k);
    out.template segment<3>(6 * k + 3) = inertias[of].spin(at[of].A, rotation(p, k));
  }
  keep_sections(p, out);
}

template <class T>
void MomentumSystem<T>::accelerations(const Q& q, const V& velocities, const V& rate, V& out) const {
  const States& at = s.states_at(q);
  for (int k = 0; k < s.assembly().count(); ++k) {
    const auto of = static_cast<std::size_t>(k);
    out.template segment<3>(6 * k) = inertias[of].inverse_mass * rate.template segment<3>(6 * k);
    out.template segment<3>(6 * k + 3) = inertias[of].spin_rate(at[of].A, rotation(velocities, k), rotation(rate, k));
  }
  keep_sections(rate, out);
}

template <class T>
bool MomentumSystem<T>::acceleration(const T& t, const Q& q, const V& p, V& rate, L& lambda) const {
  velocities(q, p, x.v);
  if (!s.acceleration(t, q, x.v, x.a, lambda)) return false;
  const States& at = s.states_at(q);
  for (int k = 0; k < s.assembly().count(); ++k) {
    const auto of = static_cast<std::size_t>(k);
    const auto& own = inertias[of];
    const Vector<T> w = rotation(x.v, k), faster = rotation(x.a, k);
    rate.template segment<3>(6 * k) = own.mass * x.a.template segment<3>(6 * k);
    rate.template segment<3>(6 * k + 3) = at[of].A * Vector<T>(own.J * faster + w.cross(Vector<T>(own.J * w)));
  }
  keep_sections(x.a, rate);
  return true;
}

template <class T>
void MomentumSystem<T>::force(const T& t, const Q& q, const V& p, V& f) const {
  velocities(q, p, x.v);
  s.force(t, q, x.v, f);
  const States& at = s.states_at(q);
  for (int k = 0; k < s.assembly().count(); ++k) {
    const auto of = static_cast<std::size_t>(k);
    f.template segment<3>(6 * k + 3) = inertias[of].momentum_rate(at[of].A, rotation(x.v, k), rotation(f, k));
  }
}

template <class T>
void MomentumSystem<T>::reaction(const T& t, const Q& q, const L& lambda, V& r) const {
  s.reaction(t, q, lambda, r);
  const States& at = s.states_at(q);
  for (int k = 0; k < s.assembly().count(); ++k) {
    const Vector<T> torque = rotation(r, k);
    r.template segment<3>(6 * k + 3) = at[static_cast<std::size_t>(k)].A * torque;
  }
}

template <class T>
void MomentumSystem<T>::constraint_rate(const T& t, const Q& q, const V& p, L& rate) const {
  velocities(q, p, x.v);
  s.constraint_rate(t, q, x.v, rate);
}
template <class T>
void MomentumSystem<T>::constraint_acceleration(const T& t, const Q& q, const V& p, const V& rate, L& out) const {
  velocities(q, p, x.v);
  accelerations(q, x.v, rate, x.a);
  s.constraint_acceleration(t, q, x.v, x.a, out);
}
template <class T>
void MomentumSystem<T>::constraint_bias(const T& t, const Q& q, const V& p, L& bias) const {
  const V still = zeros<V>(p.size());
  constraint_acceleration(t, q, p, still, bias);
}

template <class T>
void MomentumSystem<T>::keep_sections(const V& from, V& to) const {
  const auto n = 6 * sections.size();
  to.tail(n) = from.tail(n);
}
template <class T>
auto MomentumSystem<T>::turns_in_space(const V& turns) const {
  return [&](int body) { return rotation(turns, body); };
}
template <class T>
auto MomentumSystem<T>::spins_of_turned() const {
  return [this](int body) { return Vector<T>(attitude(turned, body) * rotation(x.v, body)); };
}

// --- charts

template <class T>
void MomentumSystem<T>::retract(const Q& q, const V& theta, Q& out) const {
  if (!origins.empty()) at_centre.place(q);
  for (int k = 0; k < s.assembly().count(); ++k) {
    const auto of = static_cast<std::size_t>(k);
    const auto body = turn(q, theta, k);
    out.template segment<3>(7 * k) = q.template segment<3>(7 * k) + theta.template segment<3>(6 * k);
    out.template segment<4>(7 * k + 3) = body.quaternion;
    if (!origins.empty()) out.template segment<3>(7 * k) += arm_of(at_centre.states()[of].A, k) - arm_of(body.A, k);
  }
  sections.retract(q, theta, turns_in_space(theta), out);
}
template <class T>
void MomentumSystem<T>::local(const Q& q, const Q& q1, V& out) const {
  for (int k = 0; k < s.assembly().count(); ++k) {
    out.template segment<3>(6 * k) = q1.template segment<3>(7 * k) - q.template segment<3>(7 * k);
    if (!origins.empty()) out.template segment<3>(6 * k) += arm(q1, k) - arm(q, k);
    out.template segment<3>(6 * k + 3) =
        -rotations.local(so3::conjugate<T>(quaternion(q, k)), so3::conjugate<T>(quaternion(q1, k)));
  }
  sections.local(q, q1, turns_in_space(out), out);
}
template <class T>
void MomentumSystem<T>::chart_rate(const Q& q, const V& theta, const V& p, V& out) const {
  Vector<T> in_space;
  for (int k = 0; k < s.assembly().count(); ++k) {
    const auto& own = inertias[static_cast<std::size_t>(k)];
    const auto body = turn(q, theta, k);
    const Vector<T> w = own.spin(body.A, rotation(p, k));
    out.template segment<3>(6 * k + 3) = body.rate(rotations, rotation(theta, k), w, in_space);
    out.template segment<3>(6 * k) = own.inverse_mass * p.template segment<3>(6 * k);
    if (!origins.empty()) out.template segment<3>(6 * k) += in_space.cross(arm_of(body.A, k));
    turned.template segment<4>(7 * k + 3) = body.quaternion;
    x.v.template segment<3>(6 * k + 3) = w;
  }
  sections.rate(q, theta, turns_in_space(theta), p, spins_of_turned(), turns_in_space(out), out);
}
template <class T>
void MomentumSystem<T>::chart_tangent(const Q& q, const V& theta, const V& u, V& out) const {
  for (int k = 0; k < s.assembly().count(); ++k) {
    const auto& own = inertias[static_cast<std::size_t>(k)];
    const auto body = turn(q, theta, k);
    const Vector<T> back = -rotation(theta, k), in_space = rotations.tangent(back) * rotation(u, k);
    const Vector<T> w = body.A.transpose() * in_space;
    Vector<T> velocity = u.template segment<3>(6 * k);
    if (!origins.empty()) velocity -= in_space.cross(arm_of(body.A, k));
    out.template segment<3>(6 * k) = own.mass * velocity;
    out.template segment<3>(6 * k + 3) = own.momentum(body.A, w);
    turned.template segment<4>(7 * k + 3) = body.quaternion;
    x.v.template segment<3>(6 * k + 3) = w;
  }
  sections.velocity(q, theta, turns_in_space(theta), u, spins_of_turned(), turns_in_space(u), out);
}
template <class T>
void MomentumSystem<T>::chart_momentum(const Q& q, const V& theta, const V& y, V& out) const {
  retract(q, theta, turned);
  for (int k = 0; k < s.assembly().count(); ++k) {
    const auto& own = inertias[static_cast<std::size_t>(k)];
    const Matrix<T> A = attitude(turned, k);
    const Vector<T> back = -rotation(theta, k), along = y.template segment<3>(6 * k);
    Vector<T> in_space = rotations.momentum(back, rotation(y, k));
    if (!origins.empty()) in_space += arm(turned, k).cross(along);
    out.template segment<3>(6 * k) = own.inverse_mass * y.template segment<3>(6 * k);
    out.template segment<3>(6 * k + 3) = A * (own.inverse_J * Vector<T>(A.transpose() * in_space));
  }
  const auto add = [&](int body, const Vector<T>& of_spin, const Vector<T>& of_turning) {
    const Matrix<T> A = attitude(turned, body);
    const Vector<T> back = -rotation(theta, body), all = of_spin + rotations.momentum(back, of_turning);
    out.template segment<3>(6 * body + 3) +=
        A * (inertias[static_cast<std::size_t>(body)].inverse_J * Vector<T>(A.transpose() * all));
  };
  sections.transposed(q, theta, turns_in_space(theta), y, add, out);
}

// --- matrices

// Computes the momenta of the bodies, and N, which maps their unknowns to rotations in the body. With θ of a chart
// N = T (1 − w ∂θ'/∂θ)⁻¹ ∂θ'/∂γ; without a chart N = ∂ω/∂γ, and rotations equal ω. Returns false if the matrix is
// singular.
template <class T>
bool MomentumSystem<T>::linearise(const Point& point, const States& states) const {
  for (std::size_t k = 0; k < inertias.size(); ++k) {
    const auto& own = inertias[k];
    const auto& body = states[k];
    const int number = static_cast<int>(k);
    const Vector<T> gamma = three::transposed_product(body.A, rotation(point.x.v, number));
    const Vector<T> rate = rotation(point.x.a, number);
    auto& out = of_bodies[k];
    out.moved = out.inverse_mass = own.inverse_mass;
    out.turn = body.A;
    out.spin_by_p = three::product(own.inverse_J, three::transposed(body.A));
    out.spin_by_q = three::cross(own.inverse_J, gamma);
    out.bend_by_spin = three::product(own.inverse_J, gyroscopic(s.assembly().bodies[k], body.w));
    out.bend_by_q = three::sum(three::cross(own.inverse_J, three::transposed_product(body.A, rate)),
                               three::product(out.bend_by_spin, out.spin_by_q));
    charts[k] = out.spin_by_p;
    out.shift.reset();
    if (point.theta && !linearise_in_chart(point, k, body)) return false;
  }
  return true;
}
template <class T>
bool MomentumSystem<T>::linearise_in_chart(const Point& point, std::size_t k, const BodyState<T>& body) const {
  auto& out = of_bodies[k];
  const Vector<T> back = -rotation(*point.theta, static_cast<int>(k)), in_space = body.A * body.w;
  const Matrix<T> by_spin = rotations.rate_matrix(back), turning = rotations.tangent(back);
  // ∂(A ω)/∂δ at the same γ, with δ in space.
  const Matrix<T> spin_by_turn = body.A * out.spin_by_q * body.A.transpose() - so3::skew<T>(in_space);
  const Matrix<T> by_theta = by_spin * spin_by_turn * turning - rotations.rate_derivative(back, in_space);
  Matrix<T> implicit = identity<Matrix<T>>() - point.weight * by_theta, inverse;
  if (!invert(implicit, inverse)) return false;
  charts[k] = body.A.transpose() * turning * inverse * by_spin * body.A * out.spin_by_p;
  if (!origins.empty()) out.shift = shift_of_centre(point.weight, origins[k], body, charts[k], out, spin_by_turn);
  return true;
}

template <class T>
bool MomentumSystem<T>::take_moves(const Point& point, const States& states) const {
  const auto by_unknown = [&](int body) {
    const auto k = static_cast<std::size_t>(body);
    return Matrix<T>(states[k].A * charts[k]);
  };
  if (!point.theta) {
    sections.moves(point.x.q, by_unknown, carried);
    return true;
  }
  const V &centre = *point.centre, &theta = *point.theta;
  const auto turning = [&](int body) {
    const auto& state = states[static_cast<std::size_t>(body)];
    return rotations.rate(Vector<T>(-rotation(theta, body)), Vector<T>(state.A * state.w));
  };
  const auto spins_of = [&](int body) {
    const auto& state = states[static_cast<std::size_t>(body)];
    return Vector<T>(state.A * state.w);
  };
  const auto by_node = [&](int body, Matrix<T>& spin, Matrix<T>& turn) {
    const auto k = static_cast<std::size_t>(body);
    turn = rotations.rate_matrix(Vector<T>(-rotation(theta, body))) * by_unknown(body);
    spin = states[k].A *
           (of_bodies[k].spin_by_p + point.weight * (of_bodies[k].spin_by_q - so3::skew(states[k].w)) * charts[k]);
  };
  return sections.velocity_moves(centre, theta, turns_in_space(theta), point.x.v, spins_of, turning, point.weight,
                                 by_node, carried);
}

template <class T>
template <class Entry>
bool MomentumSystem<T>::factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) const {
  if (!predicted || !point.predicted_theta) return factor_at(f, point, b);
  return factor_at(f, predicted->at(*this, point, s.assembly().count()), b);
}
template <class T>
template <class Entry>
bool MomentumSystem<T>::factor_at(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) const {
  velocities(point.x.q, point.x.v, x.v);
  accelerations(point.x.q, x.v, point.x.a, x.a);
  const States& states = s.states_at(point.x.q, x.v);
  const bool others = point.q_rows || point.t_rows;
  if (others) place_bodies(point.q_rows ? *point.q_rows : point.x.q, static_cast<const V*>(nullptr), row_states);
  if (!linearise(point, states) || !take_moves(point, states)) return false;
  Instant<T> now{point.t,        point.t_rows ? *point.t_rows : point.t, states, others ? row_states : states, &x.a,
                 &point.x.lambda};
  now.charts = &charts;
  now.momenta = &of_bodies;
  now.carried = &carried;
  return f.factor(s.assembly(), now, b);
}

// --- energy and outputs

template <class T>
T MomentumSystem<T>::energy(const T& t, const Q& q, const V& p) const {
  velocities(q, p, x.v);
  return s.energy(t, q, x.v);
}
template <class T>
T MomentumSystem<T>::power(const T& t, const Q& q, const V& p, const L& lambda) const {
  velocities(q, p, x.v);
  return s.power(t, q, x.v, lambda);
}
template <class T>
void MomentumSystem<T>::outputs(const T& t, const State& in_momenta, Vec<T>& out) const {
  x.q = in_momenta.q;
  x.lambda = in_momenta.lambda;
  velocities(x.q, in_momenta.v, x.v);
  accelerations(x.q, x.v, in_momenta.a, x.a);
  s.outputs(t, x, out);
}

#define PLUMB_INSTANTIATE_ENTRY(T, Entry) \
  template bool MomentumSystem<T>::factor(MultibodyFactors<T, Entry>&, const Point&, const Blend<Entry>&) const;
#define PLUMB_INSTANTIATE(T)        \
  template class MomentumSystem<T>; \
  PLUMB_INSTANTIATE_ENTRY(T, T)     \
  PLUMB_INSTANTIATE_ENTRY(T, std::complex<T>)
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE
#undef PLUMB_INSTANTIATE_ENTRY

}  // namespace plumb::mbs
