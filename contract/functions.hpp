#pragma once
// The functions of the contract (system.hpp) as one list. The preprocessor generates from it the functions of the
// type-erased system and its calls of the concrete system. A new function needs a line here, and a requirement in the
// concept (system.hpp).

#include "contract/system.hpp"

/// ENTRY(result, name, constness, arguments...): the arguments are types of plumb::contract, and T is the scalar.
/// OPTIONAL marks a function that a system may lack (Defaults in held_system.hpp has the defaults). MOTION marks a
/// function that integrations of the index-1 equations use; the erased system of double_double has only these.
#define PLUMB_CONTRACT(ENTRY, OPTIONAL, MOTION)                                                                   \
  MOTION(Sizes, sizes, const)                                                                                     \
  ENTRY(Form, form, const)                                                                                        \
  ENTRY(bool, velocity_dependent, const)                                                                          \
  MOTION(bool, vector_space, const)                                                                               \
  OPTIONAL(bool, offers_blocks, const)                                                                            \
  OPTIONAL(std::string_view, linear_algebra, const)                                                               \
  MOTION(bool, acceleration, , Time, In<Coordinates>, In<Velocities>, Out<Velocities>, Out<Multipliers>)          \
  ENTRY(void, force, , Time, In<Coordinates>, In<Velocities>, Out<Velocities>)                                    \
  ENTRY(void, momentum, , In<Coordinates>, In<Velocities>, Out<Velocities>)                                       \
  ENTRY(void, reaction, , Time, In<Coordinates>, In<Multipliers>, Out<Velocities>)                                \
  ENTRY(void, constraint, , Time, In<Coordinates>, Out<Multipliers>)                                              \
  ENTRY(void, constraint_rate, , Time, In<Coordinates>, In<Velocities>, Out<Multipliers>)                         \
  ENTRY(void, constraint_bias, , Time, In<Coordinates>, In<Velocities>, Out<Multipliers>)                         \
  ENTRY(void, constraint_acceleration, , Time, In<Coordinates>, In<Velocities>, In<Velocities>, Out<Multipliers>) \
  OPTIONAL(void, blocks, , Time, In<WholeState>, Out<DenseBlocks>)                                                \
  OPTIONAL(void, chart_blocks, const, In<Coordinates>, In<Velocities>, In<Velocities>, Out<DenseChart>)           \
  OPTIONAL(bool, choose_chart, , Time, In<Coordinates>)                                                           \
  OPTIONAL(bool, settle, , Time, In<Coordinates>, In<Velocities>, Out<Coordinates>, Out<Velocities>)              \
  MOTION(void, retract, , In<Coordinates>, In<Velocities>, Out<Coordinates>)                                      \
  ENTRY(void, local, , In<Coordinates>, In<Coordinates>, Out<Velocities>)                                         \
  MOTION(void, chart_rate, , In<Coordinates>, In<Velocities>, In<Velocities>, Out<Velocities>)                    \
  ENTRY(void, chart_tangent, , In<Coordinates>, In<Velocities>, In<Velocities>, Out<Velocities>)                  \
  ENTRY(void, chart_momentum, , In<Coordinates>, In<Velocities>, In<Velocities>, Out<Velocities>)                 \
  ENTRY(void, coadjoint, , In<Velocities>, In<Velocities>, Out<Velocities>)                                       \
  ENTRY(bool, conservative, const)                                                                                \
  ENTRY(T, energy, const, Time, In<Coordinates>, In<Velocities>)                                                  \
  OPTIONAL(bool, has_power, const)                                                                                \
  OPTIONAL(T, power, const, Time, In<Coordinates>, In<Velocities>, In<Multipliers>)                               \
  ENTRY(void, outputs, const, Time, In<WholeState>, Out<Numbers>)                                                 \
  ENTRY(int, invariant_count, const)                                                                              \
  ENTRY(void, invariants, const, Time, In<Coordinates>, In<Velocities>, Out<Numbers>)

namespace plumb::contract {

/// True for double_double: the erased system of this scalar has only the functions marked MOTION. Only reference
/// solutions are integrated in double_double, so compiling the other functions would be useless.
template <class T>
inline constexpr bool moves_alone = std::is_same_v<T, double_double>;

// The argument types, each with its type in an erased system of T and in a concrete system S.
struct Coordinates {
  template <class T>
  using Erased = Vec<T>;
  template <class S>
  using Own = typename S::Q;
};
struct Velocities {
  template <class T>
  using Erased = Vec<T>;
  template <class S>
  using Own = typename S::V;
};
struct Multipliers {
  template <class T>
  using Erased = Vec<T>;
  template <class S>
  using Own = typename S::L;
};
struct Numbers {
  template <class T>
  using Erased = Vec<T>;
  template <class S>
  using Own = Vec<typename S::Scalar>;
};
struct WholeState {
  template <class T>
  using Erased = State<Vec<T>, Vec<T>, Vec<T>>;
  template <class S>
  using Own = typename S::State;
};
struct DenseBlocks {
  template <class T>
  using Erased = Blocks<T, Eigen::Dynamic, Eigen::Dynamic>;
  template <class S>
  using Own = BlocksOf<S>;
};
struct DenseChart {
  template <class T>
  using Erased = ChartBlocks<T, Eigen::Dynamic>;
  template <class S>
  using Own = ChartBlocksOf<S>;
};

// The ways in which arguments are passed: In (read only), Out (written by the function), and the time.
template <class Kind_>
struct In {
  using Kind = Kind_;
  template <class T>
  using Given = const typename Kind::template Erased<T>&;
};
template <class Kind_>
struct Out {
  using Kind = Kind_;
  template <class T>
  using Given = typename Kind::template Erased<T>&;
};
struct Time {
  template <class T>
  using Given = const T&;
};

template <class... Arguments>
struct List {};

}  // namespace plumb::contract
