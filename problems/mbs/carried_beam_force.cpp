#include "problems/mbs/carried_beam_force.hpp"

#include "numerics/each_scalar.hpp"
#include "problems/mbs/beam_gradient.hpp"

namespace plumb::mbs {
namespace {

/// A carried section between its nodes, in T or in dual numbers over T.
template <class X>
struct Carried {
  Vector<X> place, along;  // position p and its derivative p'
  Matrix<X> axes;          // rotation R
  Vec<X, 6> strain, rate;  // strains ε and their rates ε'

  template <class T>
  Carried(const BeamForce<T>& law, std::size_t cut, const CarryingGroup<X>& x)
      : place(zeros<Vector<X>>()), along(place) {
    const auto& own = law.cuts[cut];
    const auto at = own.at.template in<X>();
    const auto& state = cut == 0 ? x.first_section : x.second_section;
    const std::array bodies = {&x.first, &x.middle, &x.last};
    auto moved = zeros<Vector<X>>(), spin = moved, spin_slope = moved;
    for (std::size_t a = 0; a < 3; ++a) {
      const auto& body = *bodies[a];
      const Vector<X> point = law.frames[a].point.template cast<X>();
      const Vector<X> p = body.r + body.A * point, turning = body.A * body.w;
      place += at.shape[a] * p;
      along += at.slope[a] * p;
      moved += at.slope[a] * Vector<X>(body.v + body.A * Vector<X>(body.w.cross(point)));
      spin += at.shape[a] * turning;
      spin_slope += at.slope[a] * turning;
    }
    axes = state.A;
    const X J(own.length);
    const Vector<X> nu = axes.transpose() * along, W = axes.transpose() * spin + state.w;
    strain << nu, state.r / J;
    strain -= own.strain.template cast<X>();
    rate << axes.transpose() * moved + nu.cross(W), axes.transpose() * spin_slope + state.v / J;
  }
  /// Returns the stress resultants D (ε + τ ε').
  template <class T>
  Vec<X, 6> inside(const BeamForce<T>& law) const {
    Vec<X, 6> all = strain;
    if (law.damping != T(0)) all += X(law.damping) * rate;
    return law.stiffness.template cast<X>().cwiseProduct(all);
  }
};

/// Adds to f a force and a moment, both at the point p, that act on the body of node a.
template <class X>
void pull(const BodyState<X>& body, const Vector<X>& p, const Vector<X>& force, const Vector<X>& moment, Eigen::Index a,
          GroupVector<X, 3>& f) {
  const Vector<X> arm = p - body.r, about = moment + arm.cross(force);
  f.template segment<3>(6 * a) += force;
  f.template segment<3>(6 * a + 3) += body.A.transpose() * about;
}

template <class X, class T>
void add_carried(const BeamForce<T>& law, const CarryingGroup<X>& x, GroupVector<X, 3>& f) {
  const std::array bodies = {&x.first, &x.middle, &x.last};
  for (std::size_t cut = 0; cut < 2; ++cut) {
    const Carried<X> section(law, cut, x);
    const Vec<X, 6> inside = section.inside(law);
    const X sign(cut == 0 ? 1 : -1), J(law.cuts[cut].length);
    const Vector<X> force = section.axes * inside.template head<3>(), moment = section.axes * inside.template tail<3>();
    if (law.balance == BeamBalance::finite_volume) {
      const std::size_t end = 2 * cut;
      pull<X>(*bodies[end], section.place, sign * force, sign * moment, static_cast<Eigen::Index>(end), f);
      pull<X>(x.middle, section.place, -sign * force, -sign * moment, 1, f);
      continue;
    }
    // −J Bᵀ σ, with ρ = Rᵀ Σ N_a A_a δθ_a and δκ = Rᵀ Σ N_a' A_a δθ_a
    const auto at = law.cuts[cut].at.template in<X>();
    const Vector<X> turning = section.along.cross(force);  // derivative of δν by the rotation ρ, in space
    for (std::size_t a = 0; a < 3; ++a) {
      const auto r = 6 * static_cast<Eigen::Index>(a);
      const auto& A = bodies[a]->A;
      const Vector<X> point = law.frames[a].point.template cast<X>(), in_body = A.transpose() * force;
      const Vector<X> bending = A.transpose() * Vector<X>(at.slope[a] * moment - at.shape[a] * turning);
      f.template segment<3>(r) -= J * at.slope[a] * force;
      f.template segment<3>(r + 3) -= J * (at.slope[a] * point.cross(in_body) + bending);
    }
  }
}

}  // namespace

template <class T>
CarriedSection<T> CarriedBeamForce<T>::section(std::size_t cut, const std::array<int, 3>& bodies) const {
  const auto& of = element.cuts[cut];
  CarriedSection<T> out{bodies, of.at.shape, of.at.slope};
  for (auto& slope : out.slope) slope *= of.length;
  return out;
}

template <class T>
BodyState<T> CarriedBeamForce<T>::relative(std::size_t cut, const Group<T, 3>& x) const {
  const BeamBend<T> bend(element.frames, x);
  const BeamSection<T> section(bend, element.cuts[cut].at);
  BodyState<T> out;
  out.r = element.cuts[cut].length * section.strain.template tail<3>();
  out.A = section.axes;
  return out;
}

template <class T>
void CarriedBeamForce<T>::add_force(const Bodies& x, const T&, GroupVector<T, 3>& f) const {
  add_carried<T>(element, x, f);
}

template <class T>
void CarriedBeamForce<T>::add_tangents(const Bodies& x, GroupMatrix<T, 3>& k, BySections& by_sections,
                                       GroupMatrix<T, 3>& damped) const {
  using D = Dual<T, 6 * (nodes + sections)>;
  const auto first = varied<D>(x.first, 0), middle = varied<D>(x.middle, 6), last = varied<D>(x.last, 12);
  const auto first_section = varied<D>(x.first_section, 18), second_section = varied<D>(x.second_section, 24);
  auto f = zeros<GroupVector<D, 3>>();
  add_carried<D>(element, CarryingGroup<D>{{first, middle, last}, first_section, second_section}, f);
  const auto all = gradients(f);
  k += all.template leftCols<18>();
  by_sections += all.template rightCols<12>();
  if (!damps()) return;
  using V = Dual<T, 18>;
  std::array<BodyState<V>, 5> moving;
  const std::array still = {&x.first, &x.middle, &x.last, &x.first_section, &x.second_section};
  for (std::size_t b = 0; b < moving.size(); ++b) {
    moving[b] = {still[b]->r.template cast<V>(), still[b]->v.template cast<V>(), still[b]->w.template cast<V>(),
                 still[b]->A.template cast<V>()};
    for (int i = 0; b < 3 && i < 3; ++i) {
      moving[b].v[i] = V::variable(still[b]->v[i], 6 * static_cast<int>(b) + i);
      moving[b].w[i] = V::variable(still[b]->w[i], 6 * static_cast<int>(b) + 3 + i);
    }
  }
  auto by_velocity = zeros<GroupVector<V, 3>>();
  add_carried<V>(element, CarryingGroup<V>{{moving[0], moving[1], moving[2]}, moving[3], moving[4]}, by_velocity);
  damped += gradients(by_velocity);
}

template <class T>
T CarriedBeamForce<T>::energy(const Bodies& x, const T&) const {
  T sum = 0;
  for (std::size_t cut = 0; cut < 2; ++cut) {
    const Carried<T> at(element, cut, x);
    sum += element.cuts[cut].length * at.strain.dot(element.stiffness.cwiseProduct(at.strain)) / 2;
  }
  return sum;
}

// Returns the power of the force on the nodes, plus the rate of the strain energy.
template <class T>
T CarriedBeamForce<T>::power(const Bodies& x, const T& t) const {
  T sum = 0;
  if (element.balance == BeamBalance::energy) {
    for (std::size_t cut = 0; damps() && cut < 2; ++cut) {
      const Carried<T> at(element, cut, x);
      sum -= element.cuts[cut].length * element.damping * at.rate.dot(element.stiffness.cwiseProduct(at.rate));
    }
    return sum;
  }
  auto f = zeros<GroupVector<T, 3>>();
  add_force(x, t, f);
  const std::array bodies = {&x.first, &x.middle, &x.last};
  for (std::size_t a = 0; a < 3; ++a) {
    const auto r = 6 * static_cast<Eigen::Index>(a);
    sum += f.template segment<3>(r).dot(bodies[a]->v) + f.template segment<3>(r + 3).dot(bodies[a]->w);
  }
  for (std::size_t cut = 0; cut < 2; ++cut) {
    const Carried<T> at(element, cut, x);
    sum += element.cuts[cut].length * at.rate.dot(element.stiffness.cwiseProduct(at.strain));
  }
  return sum;
}

template <class T>
Vec<T, 6> CarriedBeamForce<T>::section_force(const Bodies& x, const T& xi) const {
  const Vec<T, 6> from = Carried<T>(element, 0, x).inside(element), to = Carried<T>(element, 1, x).inside(element);
  const auto [first, last] = beam_cuts<T>();
  return from + (xi - first) / (last - first) * (to - from);
}

#define PLUMB_INSTANTIATE(T) template class CarriedBeamForce<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
