#include "problems/mbs/mechanism_check.hpp"

#include <algorithm>
#include <unordered_set>

#include "problems/mbs/joint_rules.hpp"
#include "problems/mbs/time_function_check.hpp"

namespace plumb::mbs {
namespace {

[[noreturn]] void refuse(Mistake code, std::string_view label, std::string_view name, const std::string& message) {
  throw MechanismMistake(code, item(label, name), message);
}

template <class List>
auto found(const List& list, std::string_view name) {
  return std::ranges::find_if(list, [&](const auto& entry) { return entry.name == name; });
}

template <class List>
void require_distinct_names(const List& list, std::string_view label) {
  std::unordered_set<std::string_view> before;
  for (const auto& entry : list) {
    if (entry.name.empty()) refuse(missing, label, "", "a name is needed");
    if (!before.insert(entry.name).second) refuse(contradiction, label, entry.name, "its name occurs twice; rename it");
  }
}

void require_bodies(const Mechanism& m) {
  if (m.bodies.empty()) throw MechanismMistake(missing, "mechanism", "it has no bodies");
  require_distinct_names(m.bodies, "body");
  for (const auto& body : m.bodies) require_mass(body);
}

/// The bodies by name, and the ground. A set of names makes lookups fast, because every joint looks up two bodies.
class Bodies {
 public:
  explicit Bodies(const std::vector<Body>& all) : list(all), names{ground} {
    for (const auto& body : list) names.insert(body.name);
  }

  void require(std::string_view label, std::string_view name, std::string_view body) const {
    if (names.contains(body)) return;
    std::string known(ground);
    for (const auto& other : list) known += ", " + other.name;
    refuse(unknown_name, label, name, "there is no body '" + std::string(body) + "'; there are " + known);
  }

 private:
  const std::vector<Body>& list;
  std::unordered_set<std::string_view> names;
};

template <class Tie>
void require_two_bodies(const Bodies& bodies, std::string_view label, const Tie& tie) {
  bodies.require(label, tie.name, tie.first);
  bodies.require(label, tie.name, tie.second);
  if (tie.first == tie.second)
    refuse(not_allowed, label, tie.name, "it connects '" + tie.first + "' to itself; two bodies are needed");
}

void require_directions(std::string_view label, std::string_view name, const Place& place) {
  if (place.axis && vanishes(*place.axis))
    refuse(out_of_range, label, name, "the axis has no direction: all its components are 0");
  if (place.reference && vanishes(*place.reference))
    refuse(out_of_range, label, name, "the reference has no direction: all its components are 0");
}

void require_place(const Joint& joint, const Place& place, bool needs_point, bool needs_axis, const std::string& body) {
  const auto lacks = [&](const char* label) {
    refuse(missing, "joint", joint.name,
           "a " + std::string(name(joint.kind)) + " joint needs " + label + " on '" + body + "'");
  };
  if (needs_point && !place.point) lacks("a point");
  if (needs_axis && !place.axis) lacks("an axis");
  require_directions("joint", joint.name, place);
}

void require_radius(const Joint& joint) {
  if (!joint.radius && !rolls(joint.kind)) return;
  if (!joint.radius)
    refuse(missing, "joint", joint.name, "a " + std::string(name(joint.kind)) + " joint needs a radius [m]");
  if (!rolls(joint.kind))
    refuse(not_allowed, "joint", joint.name, "a radius is allowed for rolling-disk and rolling-ball only");
  if (!(joint.radius->in<double>() > 0)) refuse(out_of_range, "joint", joint.name, "the radius must be positive");
}

void require_joints(const Mechanism& m, const Bodies& bodies) {
  require_distinct_names(m.joints, "joint");
  for (const auto& joint : m.joints) {
    require_two_bodies(bodies, "joint", joint);
    const auto of = needed_data(joint.kind);
    require_place(joint, joint.on_first, of.first_point, of.first_axis, joint.first);
    require_place(joint, joint.on_second, of.second_point, of.second_axis, joint.second);
    require_radius(joint);
    if (!joint.length) continue;
    if (joint.kind != JointKind::distance)
      refuse(not_allowed, "joint", joint.name, "a length is allowed for joints of kind distance only");
    if (!(joint.length->in<double>() > 0)) refuse(out_of_range, "joint", joint.name, "the length must be positive");
  }
}

void require_pieces(std::string_view label, std::string_view name, const TimeFunction& f) {
  if (const auto why = why_no_pieces(f); !why.empty()) refuse(out_of_range, label, name, why);
}

const Joint& required_joint(const Mechanism& m, std::string_view label, std::string_view name, std::string_view joint) {
  const auto at = found(m.joints, joint);
  if (at != m.joints.end()) return *at;
  std::string known;
  for (const auto& other : m.joints) known += (known.empty() ? "" : ", ") + other.name;
  refuse(unknown_name, label, name,
         "there is no joint '" + std::string(joint) + "'; " +
             (known.empty() ? "the mechanism has none" : "there are " + known));
}

void require_coordinate(const Mechanism& m, std::string_view label, std::string_view name, std::string_view joint,
                        Coordinate coordinate) {
  const auto& of = required_joint(m, label, name, joint);
  if (has_coordinate(of.kind, coordinate)) return;
  refuse(not_allowed, label, name,
         "joint '" + of.name + "' is " + std::string(plumb::mbs::name(of.kind)) + " and has no " +
             (coordinate == Coordinate::rotation ? "rotation" : "translation"));
}

// Gears do not accept the angles of cylindrical joints, which have two coordinates.
void require_one_coordinate(const Mechanism& m, const Gear& gear, const std::string& joint) {
  const auto& of = required_joint(m, "gear", gear.name, joint);
  if (of.kind != JointKind::revolute && of.kind != JointKind::translational)
    refuse(not_allowed, "gear", gear.name,
           "joint '" + of.name + "' is " + std::string(plumb::mbs::name(of.kind)) +
               "; a gear may couple only revolute and translational joints");
}

void require_gears(const Mechanism& m) {
  require_distinct_names(m.gears, "gear");
  for (const auto& gear : m.gears) {
    require_one_coordinate(m, gear, gear.first);
    require_one_coordinate(m, gear, gear.second);
    if (gear.first == gear.second)
      refuse(not_allowed, "gear", gear.name, "it couples joint '" + gear.first + "' to itself");
    if (gear.ratio.in<double>() == 0)
      refuse(out_of_range, "gear", gear.name, "the ratio is 0, which locks the first joint; use a fixed joint instead");
  }
}

void require_limits(const Mechanism& m) {
  for (const auto& limits : m.limits) {
    required_joint(m, "joint", limits.joint, limits.joint);
    if (!(limits.lower.in<double>() <= limits.upper.in<double>()))
      refuse(contradiction, "joint", limits.joint,
             "its limits are " + six_digits(limits.lower.in<double>()) + " and " +
                 six_digits(limits.upper.in<double>()) + "; the first may not exceed the second");
  }
}

// A driver of a spherical joint can only impose a rate, and requires an axis on the joint's first body.
void require_driven(const Mechanism& m, const Driver& driver) {
  const auto& joint = required_joint(m, "driver", driver.name, driver.joint);
  const bool spins = driver.of_rate && driver.coordinate == Coordinate::rotation && joint.kind == JointKind::spherical;
  if (!spins) return require_coordinate(m, "driver", driver.name, driver.joint, driver.coordinate);
  if (!joint.on_first.axis)
    refuse(missing, "driver", driver.name,
           "joint '" + joint.name + "' has no axis on '" + joint.first + "' to turn about: axis = [...]");
}

void require_drivers(const Mechanism& m) {
  require_distinct_names(m.drivers, "driver");
  for (auto at = m.drivers.begin(); at != m.drivers.end(); ++at) {
    require_driven(m, *at);
    const auto same = [&](const Driver& other) {
      return other.joint == at->joint && other.coordinate == at->coordinate;
    };
    if (const auto other = std::find_if(m.drivers.begin(), at, same); other != at)
      refuse(contradiction, "driver", at->name, "driver '" + other->name + "' imposes the same coordinate");
    require_pieces("driver", at->name, at->value);
    if (const auto why = why_not_imposed(at->value, at->of_rate); !why.empty())
      refuse(not_allowed, "driver", at->name,
             why + (at->of_rate ? "; an imposed rate must be continuous"
                                : "; an imposed motion and its rate must be continuous"));
  }
}

template <class Any>
void require_friction(const Any& spring) {
  if (!(spring.friction.size.template in<double>() >= 0))
    refuse(out_of_range, "force", spring.name, "the friction is negative");
  if (!(spring.friction.speed.template in<double>() > 0))
    refuse(out_of_range, "force", spring.name, "friction_speed must be positive");
}

// The function of an actuator may jump. The factor of a spring with stiffness must not, because its energy would jump.
template <class Any>
void require_signals(const Any& spring) {
  require_pieces("force", spring.name, spring.actuator);
  require_pieces("force", spring.name, spring.factor);
  if (spring.stiffness.template in<double>() == 0) return;
  if (const auto why = why_not_imposed(spring.factor, true); !why.empty())
    refuse(not_allowed, "force", spring.name,
           "its factor: " + why + "; the factor of a spring with stiffness must be continuous");
}

void require_forces(const Mechanism& m, const Bodies& bodies) {
  for (const auto& load : m.loads) {
    bodies.require("force", load.name, load.body);
    if (load.body == ground) refuse(not_allowed, "force", load.name, "it acts on the ground, which does not move");
    require_pieces("force", load.name, load.factor);
  }
  for (const auto& spring : m.springs) {
    require_two_bodies(bodies, "force", spring);
    if (!spring.on_first.point || !spring.on_second.point)
      refuse(missing, "force", spring.name, "a spring needs a point on each body");
    require_signals(spring);
  }
  for (const auto& spring : m.rotational_springs) {
    require_coordinate(m, "force", spring.name, spring.joint, Coordinate::rotation);
    require_friction(spring);
    require_signals(spring);
  }
  for (const auto& spring : m.translational_springs) {
    require_friction(spring);
    require_signals(spring);
    if (!spring.joint.empty()) {
      require_coordinate(m, "force", spring.name, spring.joint, Coordinate::translation);
      continue;
    }
    require_two_bodies(bodies, "force", spring);
    require_directions("force", spring.name, spring.on_first);
    if (!spring.on_first.point || !spring.on_first.axis || !spring.on_second.point)
      refuse(missing, "force", spring.name,
             "give a point and an axis on '" + spring.first + "' and a point on the other body");
  }
  for (const auto& spring : m.turning_springs) require_two_bodies(bodies, "force", spring);
  for (const auto& friction : m.frictions) {
    if (required_joint(m, "force", friction.name, friction.joint).kind != JointKind::translational)
      refuse(not_allowed, "force", friction.name,
             "this friction is allowed in translational joints only; a revolute or cylindrical joint may have a "
             "rotational-spring with 'friction' and 'friction_speed'");
    if (!(friction.coefficient.in<double>() >= 0))
      refuse(out_of_range, "force", friction.name, "the coefficient is negative");
    if (!(friction.threshold.in<double>() > 0))
      refuse(out_of_range, "force", friction.name, "the threshold must be positive");
  }
}

void require_beam_elements(const Mechanism& m, const Bodies& bodies) {
  constexpr std::array<const char*, 6> names = {"EA", "GA_y", "GA_z", "GJ", "EJ_y", "EJ_z"};
  for (const auto& element : m.beam_elements) {
    for (std::size_t a = 0; a < element.bodies.size(); ++a) {
      bodies.require("beam", element.beam, element.bodies[a]);
      if (!element.places[a].point || !element.places[a].axis || !element.places[a].reference)
        refuse(missing, "beam", element.beam, "an element needs a point, an axis and a reference at each of its nodes");
    }
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const double s = element.section.stiffness[i].in<double>(); !(s > 0))
        refuse(out_of_range, "section", element.section.name,
               "the stiffness " + std::string(names[i]) + " is " + six_digits(s) + "; it must be positive");
    if (!(element.section.damping.in<double>() >= 0))
      refuse(out_of_range, "section", element.section.name, "the damping is negative");
    if (element.rotations == BeamRotations::incremental && !m.frictions.empty())
      refuse(contradiction, "beam", element.beam,
             "incremental rotations cannot be combined with friction, here of '" + m.frictions[0].name + "'");
  }
}

void require_distinct_forces(const Mechanism& m) {
  struct Named {
    std::string name;
  };
  std::vector<Named> all;
  const auto add = [&](const auto& list) {
    for (const auto& force : list) all.push_back({force.name});
  };
  add(m.loads);
  add(m.springs);
  add(m.rotational_springs);
  add(m.translational_springs);
  add(m.turning_springs);
  add(m.frictions);
  require_distinct_names(all, "force");
}

void require_driver(const Mechanism& m, const OutputOf& output) {
  if (found(m.drivers, output.of) == m.drivers.end())
    refuse(unknown_name, "output", output.name, "there is no driver '" + output.of + "'");
}

void require_station(const Mechanism& m, const OutputOf& output) {
  if (std::ranges::find(m.beam_elements, output.of, &BeamElement::beam) == m.beam_elements.end())
    refuse(unknown_name, "output", output.name, "there is no beam '" + output.of + "'");
  if (const double s = output.station.in<double>(); !(s >= 0 && s <= 1))
    refuse(out_of_range, "output", output.name, "its station must be from 0 (start of the beam) to 1 (end)");
}

void require_output(const Mechanism& m, const Bodies& bodies, const OutputOf& output) {
  switch (output.kind) {
    case OutputKind::position:
    case OutputKind::velocity:
    case OutputKind::acceleration:
    case OutputKind::angular_velocity:
    case OutputKind::attitude:
    case OutputKind::angle:
      bodies.require("output", output.name, output.of);
      require_directions("output", output.name, output.place);
      if (output.of == ground) refuse(not_allowed, "output", output.name, "it measures the ground, which is at rest");
      if (output.kind == OutputKind::attitude && !output.place.axis)
        refuse(missing, "output", output.name, "an attitude needs an axis, which is missing");
      if (output.sequence[0] == output.sequence[1] || output.sequence[1] == output.sequence[2])
        refuse(not_allowed, "output", output.name, "two successive rotations of its sequence have the same axis");
      break;
    case OutputKind::coordinate:
    case OutputKind::rate: require_coordinate(m, "output", output.name, output.of, output.coordinate); break;
    case OutputKind::force:
    case OutputKind::torque: required_joint(m, "output", output.name, output.of); break;
    case OutputKind::effort: require_driver(m, output); break;
    case OutputKind::section_force:
    case OutputKind::section_moment: require_station(m, output); break;
    case OutputKind::kinetic_energy:
    case OutputKind::potential_energy: break;
    case OutputKind::momentum:
    case OutputKind::angular_momentum:
    case OutputKind::centre_of_mass:
      if (std::ranges::none_of(m.bodies, [](const Body& b) { return b.mass.in<double>() > 0 && !b.is_rotor; }))
        refuse(missing, "output", output.name, "no moving body has a mass");
      break;
  }
  if (output.component < 0 || output.component > 2)
    refuse(out_of_range, "output", output.name, "its component must be 0, 1 or 2");
}

}  // namespace

void require_sound(const Mechanism& mechanism) {
  if (const auto why = why_no_pieces(mechanism.gravity_factor); !why.empty())
    throw MechanismMistake(out_of_range, "mechanism", "gravity_factor: " + why);
  require_bodies(mechanism);
  const Bodies bodies(mechanism.bodies);
  require_joints(mechanism, bodies);
  require_gears(mechanism);
  require_limits(mechanism);
  require_drivers(mechanism);
  require_distinct_forces(mechanism);
  require_forces(mechanism, bodies);
  require_beam_elements(mechanism, bodies);
  require_distinct_names(mechanism.outputs, "output");
  for (const auto& output : mechanism.outputs) require_output(mechanism, bodies, output);
}

}  // namespace plumb::mbs
