#pragma once
// What each kind of joint imposes, rule by rule.

#include <span>

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// A rule between two bodies, of the markers of the joint on them: points p and q, axes x, y and z numbered 0, 1, 2.
struct JointRule {
  enum class Law {
    points_coincide,  // p = q
    in_plane,         // q − p is perpendicular to an axis of the first marker
    perpendicular,    // an axis of the first marker is to one of the second
    distance          // |q − p| is kept
  };
  Law law;
  int first_axis = 0, second_axis = 0;
  const char* words;  // for messages
};

/// In the order of their rows. With `apart` each row is a rule, so that one may be removed without the others.
std::span<const JointRule> joint_rules(JointKind kind, bool apart);

}  // namespace plumb::mbs
