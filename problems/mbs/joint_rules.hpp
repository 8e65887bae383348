#pragma once
// The constraints that each kind of joint imposes, rule by rule.

#include <span>

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// A rule between the markers of a joint on two bodies: their points are p and q, their axes x, y and z numbered 0, 1,
/// 2.
struct JointRule {
  enum class Law {
    points_coincide,  // points coincide: p = q
    in_plane,         // q − p is perpendicular to an axis of the first marker
    perpendicular,    // an axis of the first marker is perpendicular to an axis of the second
    distance,         // distance |q − p| is constant
    on_plane,         // a wheel around q touches the plane of p
    rolls,            // the wheel's point of contact does not slip along an axis of the first marker
    glides            // p does not move along an axis of the first marker
  };
  Law law;
  int first_axis = 0, second_axis = 0;
  const char* words;  // description in messages

  bool is_holonomic() const { return law != Law::rolls && law != Law::glides; }
};

/// Returns the rules in the order of their rows. With `apart`, rules with several rows are split into rules with one
/// row each, so that redundant rows can be removed one by one.
std::span<const JointRule> joint_rules(JointKind kind, bool apart);

/// The points and axes on its two bodies that a joint requires.
struct NeededData {
  bool first_point, second_point, first_axis, second_axis;
};
NeededData needed_data(JointKind kind);

/// Returns whether the joint has this coordinate: exactly one free rotation, or exactly one free translation.
bool has_coordinate(JointKind kind, Coordinate coordinate);

}  // namespace plumb::mbs
