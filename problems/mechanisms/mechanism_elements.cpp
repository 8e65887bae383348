#include "problems/mechanisms/mechanism_elements.hpp"

#include <fmt/format.h>

#include <map>

#include "problems/mbs/joint_rules.hpp"

namespace plumb {
namespace {

std::string name_of(mbs::JointRule::Law law) {
  using Law = mbs::JointRule::Law;
  switch (law) {
    case Law::points_coincide: return "points-coincide";
    case Law::in_plane: return "in-plane";
    case Law::perpendicular: return "perpendicular";
    case Law::on_plane: return "on-plane";
    case Law::rolls: return "rolls";
    case Law::glides: return "glides";
    case Law::distance: break;
  }
  return "distance";
}

std::vector<MechanismElements::Kind> joints_of(const mbs::Mechanism& mechanism) {
  std::map<mbs::JointKind, std::vector<std::string>> all;
  for (const auto& joint : mechanism.joints)
    all[joint.kind].push_back(fmt::format("{} ({}, {})", joint.name, joint.first, joint.second));
  std::vector<MechanismElements::Kind> out;
  for (const auto& [kind, names] : all) {
    out.push_back({std::string(mbs::name(kind)), names});
    for (const auto& rule : mbs::joint_rules(kind, false))
      out.back().rules.push_back({name_of(rule.law), {rule.first_axis, rule.second_axis}});
  }
  return out;
}

std::vector<MechanismElements::Kind> drivers_of(const mbs::Mechanism& mechanism) {
  std::map<std::string, std::vector<std::string>> all;
  for (const auto& driver : mechanism.drivers) {
    const auto* moves = driver.coordinate == mbs::Coordinate::rotation ? "rotation" : "translation";
    all[fmt::format("{}{}", moves, driver.of_rate ? "-rate" : "")].push_back(
        fmt::format("{} (of {})", driver.name, driver.joint));
  }
  std::vector<MechanismElements::Kind> out;
  for (const auto& [kind, names] : all) out.push_back({kind, names});
  return out;
}

}  // namespace

MechanismElements elements_by_kind(const mbs::Mechanism& mechanism) {
  MechanismElements out{joints_of(mechanism), drivers_of(mechanism), mechanism.beam_elements.size(), {}};
  for (const auto& one : mechanism.frictions) out.frictions.push_back(one.name);
  return out;
}

}  // namespace plumb
