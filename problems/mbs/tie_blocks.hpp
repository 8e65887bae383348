#pragma once
// The derivatives of one basic constraint or force; only the requested ones are computed.

#include "numerics/three.hpp"
#include "problems/mbs/assembly.hpp"
#include "problems/mbs/momenta.hpp"

namespace plumb::mbs {

/// The time and the states of all bodies at which the matrices of a mechanism are computed.
template <class T>
struct Instant {
  T t, t_rows;
  const std::vector<BodyState<T>>&states, &row_states;  // of all bodies: at t; at t_rows, for G in the constraint rows
  const Vec<T>*a = nullptr, *lambda = nullptr;
  const std::vector<Matrix<T>>* charts = nullptr;  // matrix N of each body's rotation; null: N = 1
  // Derivatives of forces that couple all bodies (friction.hpp), multiplied by N; supported by dense matrices only.
  const Mat<T>*stiffness = nullptr, *damping = nullptr;
  const std::vector<Momentum<T>>* momenta = nullptr;      // momenta of the bodies; null: the unknowns are velocities
  const std::vector<CarriedMoves<T>>* carried = nullptr;  // displacements of the carried sections, multiplied by N

  bool has_other_rows() const { return &states != &row_states || t != t_rows; }
};

/// The blocks of TieBlocks that are needed in addition to G.
struct Needs {
  bool curvature = false, rate = false, by_v = false, by_q = false, positions = false;
};

template <class T>
const BodyState<T>& state_of(const std::vector<BodyState<T>>& states, int body) {
  static const BodyState<T> earth;
  return body == on_ground ? earth : states[static_cast<std::size_t>(body)];
}
template <class T>
Pair<T> pair_of(const std::vector<BodyState<T>>& states, int first, int second) {
  return {state_of(states, first), state_of(states, second)};
}
/// The states of the first `nodes` bodies of a list.
template <int nodes, class T>
Group<T, nodes> group_of(const std::vector<BodyState<T>>& states, const std::array<int, most_nodes>& bodies) {
  if constexpr (nodes == 2)
    return pair_of(states, bodies[0], bodies[1]);
  else
    return {state_of(states, bodies[0]), state_of(states, bodies[1]), state_of(states, bodies[2])};
}
template <class Law>
concept Carries = requires {
  Law::sections;
};
/// The states of the bodies and carried sections that a law acts on.
template <class Law, class T>
auto group_for(const std::vector<BodyState<T>>& states, const std::array<int, most_nodes>& places) {
  if constexpr (Carries<Law>)
    return CarryingGroup<T>{group_of<3>(states, places), state_of(states, places[3]), state_of(states, places[4])};
  else
    return group_of<Law::nodes>(states, places);
}
/// Returns the 12 components of two bodies from a vector of all velocities; 0 for the ground.
template <class T>
PairVector<T> pair_part(const Vec<T>& all, int first, int second) {
  auto out = zeros<PairVector<T>>();
  if (first != on_ground) out.template head<6>() = all.template segment<6>(6 * first);
  if (second != on_ground) out.template tail<6>() = all.template segment<6>(6 * second);
  return out;
}
template <class T, int size, std::size_t most>
void add_group_part(const Vec<T, size>& part, const std::array<int, most>& bodies, Vec<T>& all) {
  static_assert(size <= 6 * static_cast<int>(most));
  for (int k = 0; k < size / 6; ++k)
    if (const int body = bodies[static_cast<std::size_t>(k)]; body != on_ground)
      all.template segment<6>(6 * body) += part.template segment<6>(6 * k);
}
template <class T>
void add_pair_part(const PairVector<T>& part, int first, int second, Vec<T>& all) {
  add_group_part(part, std::array{first, second}, all);
}

/// Calls each(law, bodies, group) for every force.
template <class T, class Each>
void each_force(const std::vector<ForceData<T>>& forces, const std::vector<BodyState<T>>& states, Each each) {
  for (const auto& force : forces)
    std::visit([&]<class Law>(const Law& law) { each(law, force.nodes, group_for<Law>(states, force.nodes)); },
               force.law);
}

/// The blocks of one basic constraint, multiplied by N where q is differentiated. The members are compiled only for
/// double, long double and quad (tie_blocks.cpp), whatever the scalar of the assembled matrix.
template <class T, class Law>
struct TieBlocks {
  using Rows = PairRows<T, Law::rows>;
  Rows columns, rows;                                // G in the columns (Gᵀ); G in the constraint rows, at t_rows
  Rows positions, rate, by_v, by_q;                  // G N in the constraint rows; W N; Y; Z N
  PairMatrix<T> curvature = zeros<PairMatrix<T>>();  // derivative ∂(Gᵀλ)/∂q N

  TieBlocks(const Law& law, const Tie<T>& tie, const Instant<T>& instant, const Needs& needs);

 private:
  void take_rate(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& instant);
  void take_momenta_of(const Tie<T>& tie, const Instant<T>& instant, const Needs& needs);
  void take_acceleration(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& instant);
};

/// The derivatives of one force: K N (stiffness) and D (damping), compiled in tie_blocks.cpp.
template <class T, class Law>
struct ForceBlocks {
  using Matrix = GroupMatrix<T, Law::nodes>;
  Matrix stiffness = zeros<Matrix>(), damping = zeros<Matrix>();

  ForceBlocks(const Law& law, const std::array<int, most_nodes>& bodies, const Instant<T>& instant);

 private:
  void take(const Law& law, const std::array<int, most_nodes>& bodies,
            const Instant<T>& instant) requires(!Carries<Law>);
  void take_carried(const Law& law, const std::array<int, most_nodes>& places,
                    const Instant<T>& instant) requires(Carries<Law>);
};

/// ∂(Jω × ω)/∂ω
template <class T>
Matrix<T> gyroscopic(const BodyData<T>& body, const Vector<T>& w) {
  Matrix<T> out = three::cross(Vector<T>(-w), body.inertia);
  three::add_skew(T(1), three::product(body.inertia, w), out);
  return out;
}

}  // namespace plumb::mbs
