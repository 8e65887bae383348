#pragma once
// Passes arguments of a call from the type-erased system, whose vectors are dynamic, to the concrete system. If the
// concrete system has vectors of fixed size, the arguments are copied into buffers of these types ("shadows"), without
// allocation. If it has dynamic vectors too, the arguments are passed by reference.

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "contract/functions.hpp"

namespace plumb::contract {

/// Resizes a vector. It is a separate cold function, because vectors nearly always have their size at an evaluation.
template <class V>
[[gnu::cold, gnu::noinline]] void fit(V& v, Eigen::Index size) {
  v.resize(size);
}

/// to ← from for vectors of different types. It uses memcpy, because an assignment of Eigen vectors instantiates a
/// dozen functions for every pair of sizes.
template <class To, class From>
void copy_entries(const From& from, To& to) {
  using T = typename To::Scalar;
  static_assert(std::is_same_v<T, typename From::Scalar> && std::is_trivially_copyable_v<T>);
  if (to.size() != from.size()) fit(to, from.size());
  constexpr auto fixed = std::max<int>(To::RowsAtCompileTime, From::RowsAtCompileTime);
  const Eigen::Index size = fixed == Eigen::Dynamic ? from.size() : fixed;
  if (size > 0) std::memcpy(to.data(), from.data(), static_cast<std::size_t>(size) * sizeof(T));
}

/// Copies `argument` into `shadow`, a buffer of the system's own type, calls `change(shadow)`, and copies the result
/// back. If both types are equal, calls `change(argument)`.
template <class Own, class Given, class Change>
void into(Given& argument, Own& shadow, Change change) {
  if constexpr (std::is_same_v<Own, Given>) {
    change(argument);
  } else {
    copy_entries(argument, shadow);
    change(shadow);
    copy_entries(shadow, argument);
  }
}

// to ← from, for each type of argument: vectors, states, blocks.
template <class T, int rows, class To>
void pass(const Vec<T, rows>& from, To& to) {
  copy_entries(from, to);
}
template <class Q, class V, class L, class To>
void pass(const State<Q, V, L>& from, To& to) {
  copy_entries(from.q, to.q);
  copy_entries(from.v, to.v);
  copy_entries(from.a, to.a);
  copy_entries(from.lambda, to.lambda);
}
template <class T, int nv, int nl, class To>
void pass(const Blocks<T, nv, nl>& from, To& to) {
  to.mass = from.mass;
  to.damping = from.damping;
  to.stiffness = from.stiffness;
  to.jacobian = from.jacobian;
  to.rate_by_q = from.rate_by_q;
  to.acceleration_by_q = from.acceleration_by_q;
  to.acceleration_by_v = from.acceleration_by_v;
}
template <class T, int nv, class To>
void pass(const ChartBlocks<T, nv>& from, To& to) {
  to.tangent = from.tangent;
  to.rate_by_theta = from.rate_by_theta;
  to.rate_by_v = from.rate_by_v;
}

/// The largest number of arguments of a function in the contract, including the time.
inline constexpr std::size_t most_arguments = 5;

template <class T>
using ErasedPoint = LinearisationPoint<T, Vec<T>, Vec<T>, Vec<T>>;

/// Buffers of the system's own types for the arguments of one call, used in the order of the arguments. There are none
/// if all arguments are passed through.
template <class S>
class Shadows {
  using T = typename S::Scalar;

 public:
  static constexpr bool passes_through = std::is_same_v<typename S::Q, Vec<T>> &&
                                         std::is_same_v<typename S::V, Vec<T>> && std::is_same_v<typename S::L, Vec<T>>;

  explicit Shadows(const S& s) : sizes(s.sizes()) {
    if constexpr (!passes_through) {
      state = zero_state(s);
      q.fill(state.q);
      v.fill(state.v);
      lambda.fill(state.lambda);
    }
  }

  /// Must be called before each call of the system: the next argument uses the first buffer again.
  void begin() { next = 0; }
  auto& at(Coordinates) { return q[next++]; }
  auto& at(Velocities) { return v[next++]; }
  auto& at(Multipliers) { return lambda[next++]; }
  auto& at(WholeState) { return state; }
  auto& at(DenseBlocks) {
    if (!blocks) blocks.emplace(sizes.v, sizes.lambda);
    return *blocks;
  }
  auto& at(DenseChart) {
    if (!chart) chart.emplace(sizes.v);
    return *chart;
  }

  /// Returns the point in the system's own types; it refers to the buffers.
  PointOf<S> point(const ErasedPoint<T>& source) {
    if constexpr (passes_through) {
      return source;
    } else {
      pass(source.x, state);
      return {.t = source.t,
              .x = state,
              .t_rows = source.t_rows,
              .q_rows = own(source.q_rows, q[0]),
              .centre = own(source.centre, q[1]),
              .theta = own(source.theta, v[0]),
              .velocity = own(source.velocity, v[1]),
              .weight = source.weight,
              .predicted_theta = own(source.predicted_theta, v[2])};
    }
  }

 private:
  template <class Given, class Own>
  static const Own* own(const Given* argument, Own& shadow) {
    if (!argument) return nullptr;
    copy_entries(*argument, shadow);
    return &shadow;
  }

  static constexpr std::size_t room = passes_through ? 0 : most_arguments;
  std::size_t next = 0;
  Sizes sizes;
  std::array<typename S::Q, room> q;
  std::array<typename S::V, room> v;
  std::array<typename S::L, room> lambda;
  typename S::State state;
  std::optional<BlocksOf<S>> blocks;  // empty before the first request
  std::optional<ChartBlocksOf<S>> chart;
};

/// An argument, converted to the type that the concrete system S requires.
template <class Argument, class S>
class Passed;

template <class S>
class Passed<Time, S> {
 public:
  using T = typename S::Scalar;
  Passed(const T& t, Shadows<S>&) : argument(t) {}
  const T& get() const { return argument; }

 private:
  const T& argument;
};

template <class Kind, class S>
class Passed<In<Kind>, S> {
 public:
  using Given = typename Kind::template Erased<typename S::Scalar>;
  using Own = typename Kind::template Own<S>;

  Passed(const Given& argument, Shadows<S>& shadows) : own(own_of(argument, shadows)) {}
  const Own& get() const { return own; }

 private:
  static const Own& own_of(const Given& argument, Shadows<S>& shadows) {
    if constexpr (std::is_same_v<Given, Own>) {
      return argument;
    } else {
      auto& shadow = shadows.at(Kind());
      pass(argument, shadow);
      return shadow;
    }
  }
  const Own& own;
};

/// A result: the destructor copies it to the caller's vector, so the object must live until the call has returned.
template <class Kind, class S>
class Passed<Out<Kind>, S> {
 public:
  using Given = typename Kind::template Erased<typename S::Scalar>;
  using Own = typename Kind::template Own<S>;
  static constexpr bool is_own = std::is_same_v<Given, Own>;

  Passed(Given& to, Shadows<S>& shadows) : argument(to), own(own_of(to, shadows)) {}
  Passed(const Passed&) = delete;
  Passed& operator=(const Passed&) = delete;
  ~Passed() {
    if constexpr (!is_own) pass(own, argument);
  }
  Own& get() const { return own; }

 private:
  static Own& own_of(Given& to, Shadows<S>& shadows) {
    if constexpr (is_own)
      return to;
    else
      return shadows.at(Kind());
  }
  Given& argument;
  Own& own;
};

}  // namespace plumb::contract
