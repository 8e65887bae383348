#pragma once
// An element of an MJCF file with what its defaults say, and its poses. Angles are degrees or radians as the file's
// <compiler angle> has it. All functions throw UsageError.

#include <map>
#include <string>

#include "problems/mbs/long_vectors.hpp"
#include "problems/mechanisms/robot.hpp"
#include "problems/mechanisms/xml_item.hpp"

namespace plumb {

/// <default>: the attributes that elements have unless they say otherwise, by class.
class MjcfDefaults {
 public:
  /// Takes a <default> and those in it, which have what it has. Of the outermost the class is "main" unless it says so.
  void add(const XmlElement& element, const std::string& parent = {});
  /// The element with the attributes of its class added: `class`, else `childclass`, else the outermost.
  XmlElement completed(const XmlElement& element, const std::string& childclass) const;

 private:
  using Attributes = std::map<std::string, std::map<std::string, std::string>>;  // by element
  std::map<std::string, Attributes> classes_;
  std::string main_ = "main";
};

/// <compiler>: how numbers are meant.
struct MjcfCompiler {
  bool degrees = true;
  std::string euler = "xyz";        // small letters: about axes that turn, one after the other; capitals: that do not
  bool inertia_from_geoms = false;  // even where there is an <inertial>
};

/// An angle in rad.
ExactNumber mjcf_angle(const ExactNumber& angle, const MjcfCompiler& compiler);
/// pos, and quat, axisangle, euler, xyaxes or zaxis.
RobotPose mjcf_pose(const XmlItem& item, const MjcfCompiler& compiler);
/// The pose that turns z into a direction, at a point.
RobotPose pose_along(const mbs::LongVector& at, const mbs::LongVector& direction);

}  // namespace plumb
