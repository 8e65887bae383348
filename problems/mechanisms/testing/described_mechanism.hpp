#pragma once
// A text that describes a mechanism completely, so that tests can compare two mechanisms.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "problems/mbs/mechanism.hpp"

namespace plumb::testing {

inline std::string described(const mbs::Triple& x) {
  return fmt::format("({} {} {})", x[0].text(), x[1].text(), x[2].text());
}
inline std::string described(const std::optional<mbs::Triple>& x) { return x ? described(*x) : "-"; }
inline std::string described(const mbs::Place& place) {
  return fmt::format("{} {} {} {}", static_cast<int>(place.frame), described(place.point), described(place.axis),
                     described(place.reference));
}
template <class Spring>
std::string described(const Spring& spring, const ExactNumber& rest) {
  return fmt::format("spring {} {} {} {} {}\n", spring.name, spring.stiffness.text(), spring.damping.text(),
                     rest.text(), spring.friction.size.text());
}

/// Bodies, joints, gears, springs, loads, limits, shapes and gravity.
inline std::string described(const mbs::Mechanism& m) {
  auto out = fmt::format("{} {} {}\n", m.name, described(m.gravity), m.loads.size());
  for (const auto& body : m.bodies) {
    out += fmt::format("body {} {} {} {}", body.name, body.mass.text(), described(body.position),
                       described(body.angular_velocity));
    for (const auto& x : body.inertia) out += " " + x.text();
    out += fmt::format(" {} {}\n", described(body.attitude.first), described(body.attitude.second));
  }
  for (const auto& joint : m.joints)
    out += fmt::format("joint {} {} {} {} {} {}\n", joint.name, name(joint.kind), joint.first, joint.second,
                       described(joint.on_first), described(joint.on_second));
  for (const auto& gear : m.gears)
    out += fmt::format("gear {} {} {} {}\n", gear.first, gear.second, gear.ratio.text(),
                       gear.offset ? gear.offset->text() : "-");
  for (const auto& spring : m.rotational_springs) out += described(spring, spring.free_angle);
  for (const auto& spring : m.translational_springs) out += described(spring, spring.free_translation);
  for (const auto& spring : m.turning_springs)
    out += fmt::format("turning {} {}\n", spring.stiffness.text(), spring.damping.text());
  for (const auto& limit : m.limits)
    out += fmt::format("limits {} {} {}\n", limit.joint, limit.lower.text(), limit.upper.text());
  for (const auto& shape : m.shapes)
    out += fmt::format("shape {} {} {} {}\n", shape.body, static_cast<int>(shape.kind), described(shape.place),
                       described(shape.size));
  return out;
}

}  // namespace plumb::testing
