#include "problems/mbs/beam_force.hpp"

#include <optional>
#include <stdexcept>

#include "numerics/dual.hpp"
#include "numerics/each_scalar.hpp"
#include "problems/mbs/beam_gradient.hpp"
#include "problems/mbs/beam_pull.hpp"

namespace plumb::mbs {
namespace {

/// Returns N_a and dN_a/dξ at ξ.
template <class T>
BeamStation<T> station_at(const T& xi) {
  return {{xi * (xi - 1) / 2, 1 - xi * xi, xi * (xi + 1) / 2}, {xi - T(0.5), -2 * xi, xi + T(0.5)}};
}

// GCC leaves the many small functions of an element as calls. `flatten` inlines all of them: an element's force takes two
// thirds of the time.

template <class T>
[[gnu::flatten, gnu::noinline]] BeamBend<T> bend_of(const BeamNodes<T>& frames, const Group<T, 3>& x) {
  return BeamBend<T>(frames, x);
}
template <class T>
[[gnu::flatten, gnu::noinline]] BeamTurns<T> turns_between(const BeamBend<T>& bend) {
  return BeamTurns<T>(bend);
}
template <class T>
[[gnu::flatten, gnu::noinline]] BeamSection<SimdPair<T>> sections_of(const BeamForce<T>& law, const BeamBend<T>& bend) {
  return BeamSection<SimdPair<T>>(bend, both_stations(law));
}
template <class T>
[[gnu::flatten, gnu::noinline]] BeamPull<T> pull_of(const BeamForce<T>& law, const BeamBend<T>& bend) {
  return BeamPull<T>(law, bend);
}
template <class T>
[[gnu::flatten, gnu::noinline]] Vec<T, 6> strain_rate_of(const BeamSection<T>& section, const BeamStation<T>& at,
                                                         const BeamBend<T>& bend, const BeamTurns<T>& turns) {
  return section.strain_rate(bend, at, section.derivatives(bend, turns, at));
}

/// Derivatives of the strain rates with respect to the positions of the nodes' bodies (nonzero for ν' only) and to
/// their rotations.
template <class T>
struct RateByMotion {
  std::array<Matrix<T>, 3> by_place;
  std::array<Mat<T, 6, 3>, 3> by_turn;
};

// Computes the derivatives of the strain rates with respect to q. The derivative of a strain rate along a rotation δ of
// a node is the time derivative of (the strain's derivative along δ), plus the strain's derivative along [δ, ω] = δ ×
// ω.
template <class T>
RateByMotion<T> rate_by_motion(const BeamNodes<T>& frames, const BeamStation<T>& at, const Group<T, 3>& x,
                               const BeamBend<T>& still, const BeamTurns<T>& turns) {
  const BeamSection<T> section(still, at);
  const auto by = section.derivatives(still, turns, at);
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
  const auto moved_by = moved.derivatives(bend, BeamTurns<D>(bend), station);
  RateByMotion<T> out;
  for (std::size_t a = 0; a < 3; ++a) {
    const Mat<D, 6, 3> turn = moved.strain_by_turn(moved_by[a], station.slope[a]);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out.by_place[a](i, j) = at.slope[a] * moved.axes(j, i).derivatives[0];
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 3; ++j) out.by_turn[a](i, j) = turn(i, j).derivatives[0];
    out.by_turn[a] -= section.strain_by_turn(by[a], at.slope[a]) * so3::skew(bodies[a]->w);
  }
  return out;
}

/// The contribution of damping to the tangents: the derivatives of τ D ε'.
template <class T>
class DampedTangent {
 public:
  DampedTangent(const BeamForce<T>& law, const BeamBend<T>& bend, const BeamTurns<T>& turns, const BeamPull<T>& pull,
                const Group<T, 3>& x)
      : damping(law.damping),
        elastic(law, bend, turns, pull, zeros<Vector<SimdPair<T>>>(), zeros<Vector<SimdPair<T>>>()),
        first(rate_by_motion(law.frames, law.cuts[0].at, x, bend, turns)),
        second(rate_by_motion(law.frames, law.cuts[1].at, x, bend, turns)) {}

  void add_by_velocity(std::size_t a, GroupMatrix<T, 3>& to) const {
    auto columns = elastic.columns(a);
    for (auto* block : {&columns.force_by_place, &columns.force_by_turn, &columns.moment_by_turn})
      *block = three::scaled(damping, *block);
    elastic.add(columns, a, to);
  }
  void add_by_motion(std::size_t a, BeamColumns<T>& to) const {
    const auto both = [&](const Matrix<T>& of_first, const Matrix<T>& of_second) {
      return three::scaled(damping, paired(of_first, of_second));
    };
    const auto &one = first.by_turn[a], &other = second.by_turn[a];
    to.force_by_place += three::product(elastic.shifting, both(first.by_place[a], second.by_place[a]));
    to.force_by_turn += three::product(elastic.shifting, both(one.template topRows<3>(), other.template topRows<3>()));
    to.moment_by_turn +=
        three::product(elastic.bending, both(one.template bottomRows<3>(), other.template bottomRows<3>()));
  }

 private:
  T damping;
  BeamTangent<T> elastic;
  RateByMotion<T> first, second;
};

}  // namespace

template <class T>
BeamForce<T> BeamForce<T>::of(const BeamNodes<T>& frames, const Group<T, 3>& initial, const Vec<T, 6>& stiffness,
                              const T& damping) {
  using std::sqrt;
  BeamForce out{.frames = frames, .stiffness = stiffness, .damping = damping, .cuts = {}};
  const BeamBend<T> bend(out.frames, initial);
  if (!(length(bend.turn[0]) + length(bend.turn[2]) < T(most_initial_turn)))
    throw std::invalid_argument(
        "its ends are rotated by half a circle or more relative to each other: increase 'elements'");
  const Vector<T> chord = bend.place[2] - bend.place[0];
  for (std::size_t i = 0; i < 2; ++i) {
    auto& cut = out.cuts[i];
    cut.at = station_at(beam_cuts<T>()[i]);
    auto along = zeros<Vector<T>>();
    for (std::size_t a = 0; a < 3; ++a) along += cut.at.slope[a] * bend.place[a];
    cut.length = sqrt(along.dot(along));
    if (!(along.dot(chord) > T(0)))
      throw std::invalid_argument("the element has length 0, or is folded back on itself");
    for (auto& slope : cut.at.slope) slope /= cut.length;
    cut.strain = BeamSection<T>(bend, cut.at).strain;
  }
  return out;
}

template <class T>
void BeamForce<T>::add_force(const Group<T, 3>& x, const T&, GroupVector<T, 3>& f) const {
  if (balance == BeamBalance::energy) return add_gradient<T>(*this, x, f);
  const auto bend = bend_of(frames, x);
  add_pull(pull_of(*this, bend), bend, f);
}
template <class T>
void BeamForce<T>::add_tangents(const Group<T, 3>& x, const T&, GroupMatrix<T, 3>& k, GroupMatrix<T, 3>& damped) const {
  if (balance == BeamBalance::energy) return add_gradient_tangents(*this, x, k, damped);
  const auto bend = bend_of(frames, x);
  add_tangents(pull_of(*this, bend), bend, x, k, damped);
}
template <class T>
void BeamForce<T>::add_linearisation(const Group<T, 3>& x, const T& t, GroupVector<T, 3>& f, GroupMatrix<T, 3>& k,
                                     GroupMatrix<T, 3>& damped) const {
  if (balance == BeamBalance::energy) {
    add_force(x, t, f);
    return add_tangents(x, t, k, damped);
  }
  const auto bend = bend_of(frames, x);
  const auto pull = pull_of(*this, bend);
  add_pull(pull, bend, f);
  add_tangents(pull, bend, x, k, damped);
}

template <class T>
void BeamForce<T>::add_pull(const BeamPull<T>& pull, const BeamBend<T>& bend, GroupVector<T, 3>& f) const {
  const auto moments = pull.end_moment();
  const auto add = [&](std::size_t a, const Vector<T>& force, const Vector<T>& moment) {
    const auto r = 6 * static_cast<Eigen::Index>(a);
    f.template segment<3>(r) += force;
    f.template segment<3>(r + 3) += three::transposed_product(bend.bodies[a]->A, moment);
  };
  add(0, lane(0, pull.force), lane(0, moments));
  add(1, -sum(pull.force), -pull.middle_moment());
  add(2, lane(1, pull.force), lane(1, moments));
}

// Derivatives with respect to velocities have no geometric terms, because lever arms and rotations are constant.
template <class T>
void BeamForce<T>::add_tangents(const BeamPull<T>& pull, const BeamBend<T>& bend, const Group<T, 3>& x,
                                GroupMatrix<T, 3>& k, GroupMatrix<T, 3>& damped) const {
  const auto turns = turns_between(bend);
  const auto none = zeros<Vector<SimdPair<T>>>();
  const BeamTangent<T> tangent(*this, bend, turns, pull, exact_tangent ? pull.force : none,
                               exact_tangent ? pull.moment : none);
  std::optional<DampedTangent<T>> rates;
  if (damps()) rates.emplace(*this, bend, turns, pull, x);
  for (std::size_t a = 0; a < 3; ++a) {
    auto columns = tangent.columns(a);
    if (rates) {
      rates->add_by_velocity(a, damped);
      rates->add_by_motion(a, columns);
    }
    tangent.add(columns, a, k);
  }
}

template <class T>
T BeamForce<T>::energy(const Group<T, 3>& x, const T&) const {
  const auto sections = sections_of(*this, bend_of(frames, x));
  T sum = 0;
  for (int i = 0; i < 2; ++i) {
    const auto& cut = cuts[static_cast<std::size_t>(i)];
    const Vec<T, 6> strain = lane(i, sections.strain) - cut.strain;
    sum += cut.length * strain.dot(stiffness.cwiseProduct(strain)) / 2;
  }
  return sum;
}

// Returns the power of the force on the nodes, plus the rate of the strain energy.
template <class T>
T BeamForce<T>::power(const Group<T, 3>& x, const T&) const {
  if (balance == BeamBalance::energy) return gradient_power(*this, x);
  auto f = zeros<GroupVector<T, 3>>();
  const auto bend = bend_of(frames, x);
  const auto pull = pull_of(*this, bend);
  add_pull(pull, bend, f);
  const auto turns = turns_between(bend);
  T sum = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const auto r = 6 * static_cast<Eigen::Index>(a);
    sum += f.template segment<3>(r).dot(bend.bodies[a]->v) + f.template segment<3>(r + 3).dot(bend.bodies[a]->w);
  }
  for (int i = 0; i < 2; ++i) {
    const auto& cut = cuts[static_cast<std::size_t>(i)];
    const BeamSection<T> section(i, pull.section);
    const Vec<T, 6> rate = strain_rate_of(section, cut.at, bend, turns);
    sum += cut.length * rate.dot(stiffness.cwiseProduct(section.strain - cut.strain));
  }
  return sum;
}

template <class T>
Vec<T, 6> BeamForce<T>::section_force(const Group<T, 3>& x, const T& xi) const {
  const auto bend = bend_of(frames, x);
  const auto [first, last] = beam_cuts<T>();
  const auto pull = pull_of(*this, bend);
  const Vec<T, 6> from = lane(0, pull.inside), to = lane(1, pull.inside);
  return from + (xi - first) / (last - first) * (to - from);
}

#define PLUMB_INSTANTIATE(T) template class BeamForce<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
