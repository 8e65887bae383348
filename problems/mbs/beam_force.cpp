#include "problems/mbs/beam_force.hpp"

#include <stdexcept>

#include "numerics/dual.hpp"
#include "numerics/each_scalar.hpp"

namespace plumb::mbs {
namespace {

/// −1/√3 and 1/√3
template <class T>
std::array<T, 2> gauss_points() {
  using std::sqrt;
  const T x = 1 / sqrt(T(3));
  return {T(-x), x};
}

/// N_a and dN_a/dξ at ξ.
template <class T>
BeamStation<T> station_at(const T& xi) {
  return {{xi * (xi - 1) / 2, 1 - xi * xi, xi * (xi + 1) / 2}, {xi - T(0.5), -2 * xi, xi + T(0.5)}};
}

template <class T>
GroupVector<T, 3> velocities_of(const Group<T, 3>& x) {
  GroupVector<T, 3> out;
  out << x.first.v, x.first.w, x.middle.v, x.middle.w, x.last.v, x.last.w;
  return out;
}

// The derivatives of the strains along the motion, and with them those of the strains' rate by q: the rate's derivative
// along a turn δ of a node is that of the strain's along δ by the motion, and the strain's along [δ, ω] = δ × ω.
template <class T>
Mat<T, 6, 18> rate_by_q(const BeamNodes<T>& frames, const BeamStation<T>& at, const Group<T, 3>& x,
                        const Mat<T, 6, 18>& strain_by_q) {
  using D = Dual<T, 1>;
  const auto along = [](const T& value, const T& rate) {
    D out(value);
    out.derivatives[0] = rate;
    return out;
  };
  std::array<BodyState<D>, 3> states;
  BeamNodes<D> nodes;
  BeamStation<D> station;
  std::size_t a = 0;
  for (const auto* body : {&x.first, &x.middle, &x.last}) {
    const Matrix<T> turning = body->A * so3::skew(body->w);
    for (int i = 0; i < 3; ++i) {
      states[a].r[i] = along(body->r[i], body->v[i]);
      for (int j = 0; j < 3; ++j) states[a].A(i, j) = along(body->A(i, j), turning(i, j));
    }
    nodes[a] = {frames[a].point.template cast<D>(), frames[a].axes.template cast<D>()};
    station.shape[a] = D(at.shape[a]);
    station.slope[a] = D(at.slope[a]);
    ++a;
  }
  const BeamBend<D> bend(nodes, {states[0], states[1], states[2]});
  const auto moved = BeamSection<D>(bend, station).derivatives(bend, station).strain;
  Mat<T, 6, 18> out;
  for (int j = 0; j < 18; ++j)
    for (int i = 0; i < 6; ++i) out(i, j) = moved(i, j).derivatives[0];
  Eigen::Index theta = 3;
  for (const auto* body : {&x.first, &x.middle, &x.last}) {
    out.template middleCols<3>(theta) -= strain_by_q.template middleCols<3>(theta) * so3::skew(body->w);
    theta += 6;
  }
  return out;
}

}  // namespace

template <class T>
BeamForce<T> BeamForce<T>::of(const BeamNodes<T>& frames, const Group<T, 3>& initial, const Mat<T, 6>& stiffness,
                              const T& damping) {
  using std::sqrt;
  BeamForce out{frames, stiffness, damping, {}};
  const BeamBend<T> bend(out.frames, initial);
  const Vector<T> chord = bend.place_of(2) - bend.place_of(0);
  for (std::size_t i = 0; i < 2; ++i) {
    auto& cut = out.cuts[i];
    cut.at = station_at(gauss_points<T>()[i]);
    auto along = zeros<Vector<T>>();
    for (std::size_t a = 0; a < 3; ++a) along += cut.at.slope[a] * bend.place_of(a);
    cut.length = sqrt(along.dot(along));
    if (!(along.dot(chord) > T(0))) throw std::invalid_argument("the element has no length, or folds back");
    for (auto& slope : cut.at.slope) slope /= cut.length;
    cut.strain = BeamSection<T>(bend, cut.at).strain;
  }
  return out;
}

/// Of one cut: the section, its force and moment in its own axes and in space.
template <class T>
struct BeamForce<T>::Loads {
  BeamSection<T> section;
  typename BeamSection<T>::Derivatives by_q;
  Vec<T, 6> inside;  // D (ε + τ ε')
  Vector<T> force, moment;

  Loads(const BeamForce& of, const BeamBend<T>& bend, const Cut& cut, const Group<T, 3>& x, bool needs_derivatives)
      : section(bend, cut.at) {
    if (needs_derivatives || of.damping != T(0)) by_q = section.derivatives(bend, cut.at);
    Vec<T, 6> strain = section.strain - cut.strain;
    if (of.damping != T(0)) strain += of.damping * (by_q.strain * velocities_of(x));
    inside = of.stiffness * strain;
    force = section.axes * inside.template head<3>();
    moment = section.axes * inside.template tail<3>();
  }
};

template <class T>
void BeamForce<T>::add_force(const Group<T, 3>& x, const T&, GroupVector<T, 3>& f) const {
  const BeamBend<T> bend(frames, x);
  for (std::size_t i = 0; i < 2; ++i) {
    const Loads loads(*this, bend, cuts[i], x, false);
    for (const bool is_before : {true, false}) {
      const std::size_t a = is_before ? i : i + 1;
      const auto r = 6 * static_cast<Eigen::Index>(a);
      const auto& body = *bend.bodies[a];
      const Vector<T> moment = loads.moment + Vector<T>(loads.section.place - body.r).cross(loads.force);
      const T sign = is_before ? 1 : -1;
      f.template segment<3>(r) += sign * loads.force;
      f.template segment<3>(r + 3) += sign * (body.A.transpose() * moment);
    }
  }
}

template <class T>
void BeamForce<T>::add_tangents(const Group<T, 3>& x, const T&, GroupMatrix<T, 3>& k, GroupMatrix<T, 3>& damped) const {
  using Rows = typename BeamSection<T>::Rows;
  const BeamBend<T> bend(frames, x);
  // Rows of the two nodes beside a cut, out of the derivatives of its force and moment.
  const auto add = [&](std::size_t i, const Loads& loads, const Rows& force, const Rows& moment, bool by_q,
                       GroupMatrix<T, 3>& to) {
    for (const bool is_before : {true, false}) {
      const std::size_t a = is_before ? i : i + 1;
      const auto r = 6 * static_cast<Eigen::Index>(a);
      const auto& body = *bend.bodies[a];
      const Vector<T> arm = loads.section.place - body.r;
      Rows turning = moment + so3::skew(arm) * force;
      if (by_q) {
        Rows arm_by_q = loads.by_q.place;
        for (int n = 0; n < 3; ++n) arm_by_q(n, r + n) -= T(1);
        turning -= so3::skew(loads.force) * arm_by_q;
      }
      turning = (body.A.transpose() * turning).eval();
      if (by_q) {
        const Vector<T> total = loads.moment + arm.cross(loads.force);
        turning.template middleCols<3>(r + 3) += so3::skew<T>(body.A.transpose() * total);
      }
      const T sign = is_before ? 1 : -1;
      to.template middleRows<3>(r) += sign * force;
      to.template middleRows<3>(r + 3) += sign * turning;
    }
  };
  for (std::size_t i = 0; i < 2; ++i) {
    const Loads loads(*this, bend, cuts[i], x, true);
    const Matrix<T>& R = loads.section.axes;
    Mat<T, 6, 18> strain = loads.by_q.strain;
    if (damping != T(0)) strain += damping * rate_by_q(frames, cuts[i].at, x, loads.by_q.strain);
    const Mat<T, 6, 18> inside = stiffness * strain;
    const Vector<T> n = loads.inside.template head<3>(), m = loads.inside.template tail<3>();
    add(i, loads, R * (inside.template topRows<3>() - so3::skew(n) * loads.by_q.turn),
        R * (inside.template bottomRows<3>() - so3::skew(m) * loads.by_q.turn), true, k);
    if (damping == T(0)) continue;
    const Mat<T, 6, 18> by_v = damping * (stiffness * loads.by_q.strain);
    add(i, loads, R * by_v.template topRows<3>(), R * by_v.template bottomRows<3>(), false, damped);
  }
}

template <class T>
T BeamForce<T>::energy(const Group<T, 3>& x, const T&) const {
  const BeamBend<T> bend(frames, x);
  T sum = 0;
  for (const auto& cut : cuts) {
    const Vec<T, 6> strain = BeamSection<T>(bend, cut.at).strain - cut.strain;
    sum += cut.length * strain.dot(stiffness * strain) / 2;
  }
  return sum;
}

// Of the force, and of the energy's change.
template <class T>
T BeamForce<T>::power(const Group<T, 3>& x, const T& t) const {
  const auto v = velocities_of(x);
  auto f = zeros<GroupVector<T, 3>>();
  add_force(x, t, f);
  T sum = f.dot(v);
  const BeamBend<T> bend(frames, x);
  for (const auto& cut : cuts) {
    const BeamSection<T> section(bend, cut.at);
    const Vec<T, 6> rate = section.derivatives(bend, cut.at).strain * v;
    sum += cut.length * rate.dot(stiffness * (section.strain - cut.strain));
  }
  return sum;
}

template <class T>
Vec<T, 6> BeamForce<T>::section_force(const Group<T, 3>& x, const T& xi) const {
  const BeamBend<T> bend(frames, x);
  const auto [first, last] = gauss_points<T>();
  const Vec<T, 6> from = Loads(*this, bend, cuts[0], x, false).inside,
                  to = Loads(*this, bend, cuts[1], x, false).inside;
  return from + (xi - first) / (last - first) * (to - from);
}

#define PLUMB_INSTANTIATE(T) template class BeamForce<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
