#pragma once
// <connect>, <weld> and <joint> in <equality> of MJCF files, converted to exact constraints (in MuJoCo they are soft).

#include <map>
#include <string>

#include "problems/mechanisms/mjcf_item.hpp"

namespace plumb {

struct MjcfSite {
  int link;
  RobotPose pose;
};
using MjcfSites = std::map<std::string, MjcfSite, std::less<>>;

/// Reads a connect or weld between bodies or sites of the robot. Without `relpose`, the frames of both bodies coincide
/// in the configuration of the file.
RobotLoop mjcf_loop(const XmlItem& item, const std::string& name, const Robot& robot, const MjcfSites& sites);

/// Reads the constraint q_1 − ref_1 = a_0 + a_1 (q_2 − ref_2) between two joint coordinates, and adds it to the robot.
void add_joint_equality(const XmlItem& item, Robot& robot);

}  // namespace plumb
