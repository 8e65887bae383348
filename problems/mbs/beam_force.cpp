#include "problems/mbs/beam_force.hpp"

#include <optional>
#include <stdexcept>

#include "numerics/dual.hpp"
#include "numerics/each_scalar.hpp"
#include "problems/mbs/beam_gradient.hpp"

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

/// Derivatives of the strains' rate by the places and turns of the nodes' bodies.
template <class T>
struct RateByMotion {
  std::array<Mat<T, 6, 3>, 3> by_place, by_turn;
};

// The derivatives of the strains along the motion, and with them those of the strains' rate by q: the rate's derivative
// along a turn δ of a node is that of the strain's along δ by the motion, and the strain's along [δ, ω] = δ × ω.
template <class T>
RateByMotion<T> rate_by_motion(const BeamNodes<T>& frames, const BeamStation<T>& at, const Group<T, 3>& x,
                               const BeamSection<T>& section, const typename BeamSection<T>::Derivatives& by) {
  using D = Dual<T, 1>;
  const auto along = [](const T& value, const T& rate) {
    D out(value);
    out.derivatives[0] = rate;
    return out;
  };
  const std::array bodies = {&x.first, &x.middle, &x.last};
  std::array<BodyState<D>, 3> states;
  for (std::size_t a = 0; a < 3; ++a) {
    const auto& body = *bodies[a];
    const Matrix<T> turning = body.A * so3::skew(body.w);
    for (int i = 0; i < 3; ++i) {
      states[a].r[i] = along(body.r[i], body.v[i]);
      for (int j = 0; j < 3; ++j) states[a].A(i, j) = along(body.A(i, j), turning(i, j));
    }
  }
  const auto nodes = nodes_in<D>(frames);
  const auto station = at.template in<D>();
  const BeamBend<D> bend(nodes, {states[0], states[1], states[2]});
  const BeamSection<D> moved(bend, station);
  const auto moved_by = moved.derivatives(bend, station);
  RateByMotion<T> out;
  for (std::size_t a = 0; a < 3; ++a) {
    const Mat<D, 6, 3> turn = moved.strain_by_turn(moved_by[a], station.slope[a]);
    out.by_place[a].setZero();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out.by_place[a](i, j) = at.slope[a] * moved.axes(j, i).derivatives[0];
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 3; ++j) out.by_turn[a](i, j) = turn(i, j).derivatives[0];
    out.by_turn[a] -= section.strain_by_turn(by[a], at.slope[a]) * so3::skew(bodies[a]->w);
  }
  return out;
}

}  // namespace

template <class T>
BeamForce<T> BeamForce<T>::of(const BeamNodes<T>& frames, const Group<T, 3>& initial, const Mat<T, 6>& stiffness,
                              const T& damping) {
  using std::sqrt;
  BeamForce out{.frames = frames, .stiffness = stiffness, .damping = damping, .cuts = {}};
  const BeamBend<T> bend(out.frames, initial);
  if (!(length(bend.turn[0]) + length(bend.turn[2]) < T(most_initial_turn)))
    throw std::invalid_argument("its ends are turned by half a circle or more against each other");
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
  typename BeamSection<T>::Derivatives by;  // where they are needed
  Vec<T, 6> inside;                         // D (ε + τ ε')
  Vector<T> force, moment;

  Loads(const BeamForce& of, const BeamBend<T>& bend, const Cut& cut, bool needs_derivatives) : section(bend, cut.at) {
    const bool is_damped = of.damping != T(0);
    if (needs_derivatives || is_damped) by = section.derivatives(bend, cut.at);
    Vec<T, 6> strain = section.strain - cut.strain;
    if (is_damped) strain += of.damping * section.strain_rate(bend, cut.at, by);
    inside = of.stiffness * strain;
    force = section.axes * inside.template head<3>();
    moment = section.axes * inside.template tail<3>();
  }
};

template <class T>
void BeamForce<T>::add_force(const Group<T, 3>& x, const T&, GroupVector<T, 3>& f) const {
  if (balance == BeamBalance::energy) return add_gradient<T>(*this, x, f);
  const BeamBend<T> bend(frames, x);
  for (std::size_t i = 0; i < 2; ++i) {
    const Loads loads(*this, bend, cuts[i], false);
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

/// Derivatives of a cut's force and moment in space by the place and the turn of one node's body.
template <class T>
struct BeamForce<T>::ByNode {
  Matrix<T> force_by_place, force_by_turn, moment_by_place, moment_by_turn;

  /// `place`, `turn`: those of (F, M) in the section's axes.
  ByNode(const Matrix<T>& R, const Mat<T, 6, 3>& place, const Mat<T, 6, 3>& turn)
      : force_by_place(R * place.template topRows<3>()),
        force_by_turn(R * turn.template topRows<3>()),
        moment_by_place(R * place.template bottomRows<3>()),
        moment_by_turn(R * turn.template bottomRows<3>()) {}
};

// The rows of the two nodes beside a cut, and the columns of one node. Derivatives by velocities, not `by_q`, have no
// geometric part: places and arms stay as they are.
template <class T>
void BeamForce<T>::add_columns(std::size_t cut, std::size_t node, const ByNode& d, const BeamBend<T>& bend,
                               const Loads& loads, bool by_q, GroupMatrix<T, 3>& to) const {
  const auto column = 6 * static_cast<Eigen::Index>(node);
  const bool is_geometric = by_q && exact_tangent;
  const auto& cross = BeamSection<T>::crossed;
  for (const bool is_before : {true, false}) {
    const std::size_t a = is_before ? cut : cut + 1;
    const auto row = 6 * static_cast<Eigen::Index>(a);
    const auto& body = *bend.bodies[a];
    const Vector<T> arm = loads.section.place - body.r;
    Matrix<T> by_place = d.moment_by_place + cross(arm, d.force_by_place);
    Matrix<T> by_turn = d.moment_by_turn + cross(arm, d.force_by_turn);
    if (is_geometric) {  // the arm p − r changes
      const T shape = cuts[cut].at.shape[node];
      by_place -= (a == node ? T(shape - 1) : shape) * so3::skew(loads.force);
      by_turn -= shape * cross(loads.force, loads.by[node].lever);
    }
    by_place = (body.A.transpose() * by_place).eval();
    by_turn = (body.A.transpose() * by_turn).eval();
    if (is_geometric && a == node)
      by_turn += so3::skew<T>(body.A.transpose() * Vector<T>(loads.moment + arm.cross(loads.force)));
    const T sign = is_before ? 1 : -1;
    to.template block<3, 3>(row, column) += sign * d.force_by_place;
    to.template block<3, 3>(row, column + 3) += sign * d.force_by_turn;
    to.template block<3, 3>(row + 3, column) += sign * by_place;
    to.template block<3, 3>(row + 3, column + 3) += sign * by_turn;
  }
}

template <class T>
void BeamForce<T>::add_tangents(const Group<T, 3>& x, const T&, GroupMatrix<T, 3>& k, GroupMatrix<T, 3>& damped) const {
  if (balance == BeamBalance::energy) return add_gradient_tangents(*this, x, k, damped);
  const BeamBend<T> bend(frames, x);
  const bool is_damped = damping != T(0);
  for (std::size_t i = 0; i < 2; ++i) {
    const Loads loads(*this, bend, cuts[i], true);
    const auto& section = loads.section;
    const auto& at = cuts[i].at;
    const Matrix<T>& R = section.axes;
    const Vector<T> n = loads.inside.template head<3>(), m = loads.inside.template tail<3>();
    const Mat<T, 6, 3> by_shift = stiffness.template leftCols<3>() * R.transpose();
    std::optional<RateByMotion<T>> rates;
    if (is_damped) rates = rate_by_motion(frames, at, x, section, loads.by);
    for (std::size_t a = 0; a < 3; ++a) {
      const Mat<T, 6, 3> by_place = at.slope[a] * by_shift;
      const Mat<T, 6, 3> by_turn = stiffness * section.strain_by_turn(loads.by[a], at.slope[a]);
      Mat<T, 6, 3> place = by_place, turn = by_turn;
      if (rates) {
        place += damping * (stiffness * rates->by_place[a]);
        turn += damping * (stiffness * rates->by_turn[a]);
        add_columns(i, a, {R, damping * by_place, damping * by_turn}, bend, loads, false, damped);
      }
      if (exact_tangent) {
        turn.template topRows<3>() -= section.crossed(n, loads.by[a].turn);
        turn.template bottomRows<3>() -= section.crossed(m, loads.by[a].turn);
      }
      add_columns(i, a, {R, place, turn}, bend, loads, true, k);
    }
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
  if (balance == BeamBalance::energy) return gradient_power(*this, x);
  auto f = zeros<GroupVector<T, 3>>();
  add_force(x, t, f);
  const BeamBend<T> bend(frames, x);
  T sum = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const auto r = 6 * static_cast<Eigen::Index>(a);
    sum += f.template segment<3>(r).dot(bend.bodies[a]->v) + f.template segment<3>(r + 3).dot(bend.bodies[a]->w);
  }
  for (const auto& cut : cuts) {
    const BeamSection<T> section(bend, cut.at);
    const Vec<T, 6> rate = section.strain_rate(bend, cut.at, section.derivatives(bend, cut.at));
    sum += cut.length * rate.dot(stiffness * (section.strain - cut.strain));
  }
  return sum;
}

template <class T>
Vec<T, 6> BeamForce<T>::section_force(const Group<T, 3>& x, const T& xi) const {
  const BeamBend<T> bend(frames, x);
  const auto [first, last] = gauss_points<T>();
  const Vec<T, 6> from = Loads(*this, bend, cuts[0], false).inside, to = Loads(*this, bend, cuts[1], false).inside;
  return from + (xi - first) / (last - first) * (to - from);
}

#define PLUMB_INSTANTIATE(T) template class BeamForce<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
