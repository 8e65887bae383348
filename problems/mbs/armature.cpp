#include "problems/mbs/armature.hpp"

namespace plumb::mbs {
namespace {

/// Returns a nonzero vector perpendicular to gravity.
Triple across(const Triple& gravity) {
  const bool is_along_z = gravity[0].in<double>() == 0 && gravity[1].in<double>() == 0;
  if (is_along_z) return triple("1", "0", "0");
  return {gravity[1], ExactNumber("-(" + gravity[0].text() + ")"), number("0")};
}

}  // namespace

void add_armature(const std::string& joint, const ExactNumber& armature, Mechanism& mechanism) {
  const auto name = joint + "_rotor";
  const auto zero = number("0");
  mechanism.bodies.push_back({.name = name,
                              .mass = armature,
                              .inertia = {zero, zero, zero, zero, zero, zero},
                              .position = triple("0", "0", "0"),
                              .is_rotor = true});
  const Place rail{Frame::space, triple("0", "0", "0"), across(mechanism.gravity)};
  mechanism.joints.push_back(
      {.name = name, .kind = JointKind::translational, .second = name, .on_first = rail, .on_second = rail});
  mechanism.gears.push_back({.name = name, .first = name, .second = joint});
}

}  // namespace plumb::mbs
