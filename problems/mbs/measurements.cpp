#include "problems/mbs/measurements.hpp"

#include "numerics/each_scalar.hpp"
#include "problems/mbs/rigid_body_space.hpp"

namespace plumb::mbs {
namespace {

/// The force and the moment of a joint's first body on the second body, at the joint's point of the second body, in the
/// joint's frame on the first body.
template <class T>
struct Wrench {
  Vector<T> force, torque;
};

template <class T>
T coordinate_output(const Assembly<T>& parts, const OutputData<T>& o, const std::vector<BodyState<T>>& states,
                    const T& t) {
  const auto& joint = parts.joints[static_cast<std::size_t>(o.of)];
  const auto p = pair_of(states, joint.first, joint.second);
  const bool rate = o.kind == OutputKind::rate;
  if (o.coordinate == Coordinate::rotation) {
    const RotationalSpringForce<T> hinge{joint.on_first.axes, joint.on_second.axes.col(0), T(0), T(0), T(0), {}, {}};
    return rate ? hinge.rate(p) : hinge.angle(p);
  }
  const DotTwo<T> slide{{false, joint.on_first.axes.col(2)}, {joint.on_first.point, joint.on_second.point}};
  Vec<T, 1> out;
  PairVector<T> v;
  v << p.first.v, p.first.w, p.second.v, p.second.w;
  if (rate)
    slide.product(p, t, v, out);
  else
    slide.value(p, t, out);
  return out[0];
}

template <class T>
Wrench<T> wrench(const Assembly<T>& parts, const JointData<T>& joint, const std::vector<BodyState<T>>& states,
                 const T& t, const Vec<T>& lambda) {
  const auto p = pair_of(states, joint.first, joint.second);
  auto on_second = zeros<Vec<T, 6>>();  // force in space; torque about the centre of mass, in the body
  for (const int i : joint.ties) {
    const auto& tie = parts.ties[static_cast<std::size_t>(i)];
    std::visit(
        [&]<class Law>(const Law& law) {
          PairRows<T, Law::rows> g;
          law.jacobian(p, t, g);
          on_second -= g.template rightCols<6>().transpose() * lambda.template segment<Law::rows>(tie.row);
        },
        tie.law);
  }
  const Vector<T> force = on_second.template head<3>(), arm = p.second.A * joint.on_second.point;
  const Vector<T> torque = p.second.A * on_second.template tail<3>() - arm.cross(force);
  const Matrix<T> frame = p.first.A * joint.on_first.axes;
  return {frame.transpose() * force, frame.transpose() * torque};
}

template <class T>
T section_output(const Assembly<T>& parts, const OutputData<T>& o, const std::vector<BodyState<T>>& states) {
  const auto& element = parts.forces[static_cast<std::size_t>(o.of)];
  const auto all = std::visit(
      [&]<class Law>(const Law& law) -> Vec<T, 6> {
        if constexpr (requires { law.section_force(group_for<Law>(states, element.nodes), o.xi); })
          return law.section_force(group_for<Law>(states, element.nodes), o.xi);
        else
          return zeros<Vec<T, 6>>();  // outputs of sections refer to elements of beams
      },
      element.law);
  return all[o.component + (o.kind == OutputKind::section_moment ? 3 : 0)];
}

template <class T>
T acceleration_of_point(const OutputData<T>& o, const BodyState<T>& body, const Vec<T>& a) {
  const Vector<T> turning = rotation(a, o.of), along = a.template segment<3>(6 * o.of);
  const Vector<T> own = turning.cross(o.vector) + body.w.cross(Vector<T>(body.w.cross(o.vector)));
  return along[o.component] + body.A.row(o.component).dot(own);
}

// Returns α, β, γ with A = R_i(α) R_j(β) R_k(γ). In the code, l is the axis other than i and j, and e = 1 if (i, j, l)
// is a cyclic permutation of (x, y, z), otherwise −1.
template <class T>
Vector<T> turns_of(const Matrix<T>& A, const std::array<int, 3>& sequence) {
  using std::atan2, std::sqrt;
  const auto [i, j, k] = sequence;
  const int l = 3 - i - j;
  const T e = (j - i + 3) % 3 == 1 ? 1 : -1;
  if (i == k) {
    const T sine = sqrt(A(i, j) * A(i, j) + A(i, l) * A(i, l));
    return {atan2(A(j, i), T(-e * A(l, i))), atan2(sine, A(i, i)), atan2(A(i, j), T(e * A(i, l)))};
  }
  const T cosine = sqrt(A(i, i) * A(i, i) + A(i, j) * A(i, j));
  return {atan2(T(-e * A(j, k)), A(k, k)), atan2(T(e * A(i, k)), cosine), atan2(T(-e * A(i, j)), A(i, i))};
}

/// Σ m r, Σ m r' and Σ m of all bodies except rotors.
template <class T>
struct Masses {
  Vector<T> moment = zeros<Vector<T>>(), momentum = moment;
  T mass = T(0);

  Masses(const Assembly<T>& parts, const std::vector<BodyState<T>>& states) {
    each_mass(parts, states, [&](const BodyData<T>& body, const BodyState<T>& x) {
      moment += body.mass * x.r;
      momentum += body.mass * x.v;
      mass += body.mass;
    });
  }
  template <class Visit>
  static void each_mass(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, Visit visit) {
    for (std::size_t k = 0; k < parts.bodies.size(); ++k)
      if (!parts.bodies[k].is_rotor) visit(parts.bodies[k], states[k]);
  }
};

// For the angular momentum about the centre of mass, velocities relative to the centre of mass are used; this changes
// only the rounding errors.
template <class T>
Vector<T> angular_momentum(const Assembly<T>& parts, const OutputData<T>& o, const std::vector<BodyState<T>>& states) {
  const Masses<T> all(parts, states);
  const Vector<T> about = o.of_centre ? Vector<T>(all.moment / all.mass) : o.vector;
  const Vector<T> drift = o.of_centre ? Vector<T>(all.momentum / all.mass) : zeros<Vector<T>>();
  auto sum = zeros<Vector<T>>();
  Masses<T>::each_mass(parts, states, [&](const BodyData<T>& body, const BodyState<T>& x) {
    const Vector<T> arm = x.r - about, momentum = body.mass * (x.v - drift), spin = three::product(body.inertia, x.w);
    sum += arm.cross(momentum) + x.A * spin;
  });
  return sum;
}

template <class T>
T potential_of_weights(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, const Vector<T>& gravity) {
  T sum = 0;
  for (int k = 0; k < parts.count(); ++k)
    sum -= parts.bodies[static_cast<std::size_t>(k)].mass * gravity.dot(states[static_cast<std::size_t>(k)].r);
  return sum;
}

}  // namespace

template <class T>
T kinetic_energy(const Assembly<T>& parts, const Vec<T>& v) {
  T twice = 0;
  for (int k = 0; k < parts.count(); ++k) {
    const auto& body = parts.bodies[static_cast<std::size_t>(k)];
    const Vector<T> rate = v.template segment<3>(6 * k), w = rotation(v, k);
    twice += body.mass * rate.dot(rate) + w.dot(three::product(body.inertia, w));
  }
  return twice / 2;
}
template <class T>
T potential_rate(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, const T& t) {
  if (parts.gravity_factor.is_constant()) return T(0);
  return potential_of_weights<T>(parts, states, parts.gravity_factor.at(t).rate * parts.gravity);
}
template <class T>
T potential_energy(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, const T& t) {
  T sum = potential_of_weights<T>(parts, states, parts.gravity_at(t));
  each_force(parts.forces, states,
             [&](const auto& law, const auto&, const auto& group) { sum += law.energy(group, t); });
  return sum;
}
template <class T>
T output(const Assembly<T>& parts, const OutputData<T>& o, const std::vector<BodyState<T>>& states, const T& t,
         const Vec<T>& v, const Vec<T>& a, const Vec<T>& lambda) {
  const auto of = static_cast<std::size_t>(o.of);
  switch (o.kind) {
    case OutputKind::position: return states[of].r[o.component] + states[of].A.row(o.component).dot(o.vector);
    case OutputKind::velocity:
      return states[of].v[o.component] + states[of].A.row(o.component).dot(states[of].w.cross(o.vector));
    case OutputKind::acceleration: return acceleration_of_point(o, states[of], a);
    case OutputKind::angular_velocity:
      return o.in_space ? states[of].A.row(o.component).dot(states[of].w) : states[of].w[o.component];
    case OutputKind::attitude: return states[of].A.row(o.component).dot(o.vector);
    case OutputKind::angle: return turns_of(states[of].A, o.sequence)[o.component];
    case OutputKind::coordinate:
    case OutputKind::rate: return coordinate_output(parts, o, states, t);
    case OutputKind::force: return wrench(parts, parts.joints[of], states, t, lambda).force[o.component];
    case OutputKind::torque: return wrench(parts, parts.joints[of], states, t, lambda).torque[o.component];
    case OutputKind::effort: return -lambda[parts.drivers[of].row];
    case OutputKind::section_force:
    case OutputKind::section_moment: return section_output(parts, o, states);
    case OutputKind::kinetic_energy: return kinetic_energy(parts, v);
    case OutputKind::potential_energy: return potential_energy(parts, states, t);
    case OutputKind::momentum: return Masses<T>(parts, states).momentum[o.component];
    case OutputKind::angular_momentum: return angular_momentum(parts, o, states)[o.component];
    case OutputKind::centre_of_mass: {
      const Masses<T> all(parts, states);
      return all.moment[o.component] / all.mass;
    }
  }
  return T(0);
}

#define PLUMB_INSTANTIATE(T)                                                                              \
  template T kinetic_energy(const Assembly<T>&, const Vec<T>&);                                           \
  template T potential_energy(const Assembly<T>&, const std::vector<BodyState<T>>&, const T&);            \
  template T potential_rate(const Assembly<T>&, const std::vector<BodyState<T>>&, const T&);              \
  template T output(const Assembly<T>&, const OutputData<T>&, const std::vector<BodyState<T>>&, const T&, \
                    const Vec<T>&, const Vec<T>&, const Vec<T>&);
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
