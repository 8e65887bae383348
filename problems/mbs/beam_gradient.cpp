#include "problems/mbs/beam_gradient.hpp"

#include "numerics/each_scalar.hpp"

namespace plumb::mbs {
namespace {

/// Returns Σ J Bᵀ D B.
template <class T>
GroupMatrix<T, 3> elastic(const BeamForce<T>& law, const Group<T, 3>& x) {
  auto out = zeros<GroupMatrix<T, 3>>();
  const BeamBend<T> bend(law.frames, x);
  const BeamTurns<T> turns(bend);
  for (const auto& cut : law.cuts) {
    const BeamSection<T> section(bend, cut.at);
    const auto by = section.derivatives(bend, turns, cut.at);
    auto b = zeros<Mat<T, 6, 18>>();
    for (std::size_t a = 0; a < 3; ++a) {
      const auto column = 6 * static_cast<Eigen::Index>(a);
      b.template block<3, 3>(0, column) = cut.at.slope[a] * section.axes.transpose();
      b.template middleCols<3>(column + 3) = section.strain_by_turn(by[a], cut.at.slope[a]);
    }
    out += cut.length * (b.transpose() * (law.stiffness.asDiagonal() * b).eval());
  }
  return out;
}

}  // namespace

template <class T>
T gradient_power(const BeamForce<T>& law, const Group<T, 3>& x) {
  T sum = 0;
  if (law.damping == T(0)) return sum;
  const BeamBend<T> bend(law.frames, x);
  const BeamTurns<T> turns(bend);
  for (const auto& cut : law.cuts) {
    const BeamSection<T> section(bend, cut.at);
    const Vec<T, 6> rate = section.strain_rate(bend, cut.at, section.derivatives(bend, turns, cut.at));
    sum -= cut.length * law.damping * rate.dot(law.stiffness.cwiseProduct(rate));
  }
  return sum;
}

template <class T>
void add_gradient_tangents(const BeamForce<T>& law, const Group<T, 3>& x, GroupMatrix<T, 3>& k,
                           GroupMatrix<T, 3>& damped) {
  const bool is_damped = law.damping != T(0);
  if (is_damped || !law.exact_tangent) {
    const auto all = elastic(law, x);
    if (is_damped) damped -= law.damping * all;
    if (!law.exact_tangent) k -= all;
  }
  if (!law.exact_tangent) return;
  using D = Dual<T, 18>;
  const auto first = varied<D>(x.first, 0), middle = varied<D>(x.middle, 6), last = varied<D>(x.last, 12);
  auto f = zeros<GroupVector<D, 3>>();
  add_gradient(law, Group<D, 3>{first, middle, last}, f);
  k += gradients(f);
}

#define PLUMB_INSTANTIATE(T)                                          \
  template T gradient_power(const BeamForce<T>&, const Group<T, 3>&); \
  template void add_gradient_tangents(const BeamForce<T>&, const Group<T, 3>&, GroupMatrix<T, 3>&, GroupMatrix<T, 3>&);
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
