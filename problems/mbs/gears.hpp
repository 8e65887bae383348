#pragma once
// The coordinates of joints that have one coordinate each, and gears between them.

#include <cmath>
#include <numbers>

#include "problems/mbs/assembly.hpp"

namespace plumb::mbs {

/// Returns the constraint weight θ = c on the angle θ of a revolute joint.
template <class T>
Turned<T> turned_in(const JointData<T>& joint, const T& weight = T(1), const T& c = T(0)) {
  return {weight, c, joint.on_first.axes, joint.on_second.axes.col(0)};
}
/// Returns the constraint weight s = c on the displacement s of a translational joint.
template <class T>
DotTwo<T> slid_in(const JointData<T>& joint, const T& weight = T(1), const T& c = T(0)) {
  return {{false, joint.on_first.axes.col(2)}, {joint.on_first.point, joint.on_second.point}, Signal<T>(c), weight};
}

template <class T>
T coordinate_of(const JointData<T>& joint, bool turns, const Pair<T>& bodies) {
  Vec<T, 1> value;
  if (turns)
    turned_in(joint).value(bodies, T(0), value);
  else
    slid_in(joint).value(bodies, T(0), value);
  return value[0];
}
template <class T>
T rate_of(const JointData<T>& joint, bool turns, const Pair<T>& bodies) {
  PairVector<T> v;
  v << bodies.first.v, bodies.first.w, bodies.second.v, bodies.second.w;
  Vec<T, 1> rate;
  if (turns)
    turned_in(joint).product(bodies, T(0), v, rate);
  else
    slid_in(joint).product(bodies, T(0), v, rate);
  return rate[0];
}

/// Returns the period of a gear with the ratio i: whole turns of either joint change θ_1 − i θ_2 by multiples of it. If
/// the ratio is not a fraction with a denominator up to 200, only turns of the first joint count. 0: no joint turns.
template <class T>
T turn_of_gear(bool first_turns, bool second_turns, const T& ratio) {
  using std::abs, std::floor;
  constexpr int most_teeth = 200;
  const T turn = 2 * std::numbers::pi_v<T>;
  if (!second_turns) return first_turns ? turn : T(0);
  if (!first_turns) return turn * abs(ratio);
  for (int teeth = 1; teeth <= most_teeth; ++teeth) {
    const T numerator = ratio * teeth;
    if (abs(numerator - floor(T(numerator + T(1) / 2))) < T(1e-12)) return turn / teeth;
  }
  return turn;
}

}  // namespace plumb::mbs
