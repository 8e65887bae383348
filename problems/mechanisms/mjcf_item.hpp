#pragma once
// An element of an MJCF file completed by its defaults, and its poses. Angles are in degrees or radians, as the file's
// <compiler angle> says. All functions throw UsageError.

#include <map>
#include <string>
#include <vector>

#include "problems/mbs/long_vectors.hpp"
#include "problems/mechanisms/robot.hpp"
#include "problems/mechanisms/xml_item.hpp"

namespace plumb {

/// <default>: by class, the attributes that elements have unless they give their own.
class MjcfDefaults {
 public:
  /// Takes a <default> and those inside it, which inherit from it. The outermost class is "main" unless it has a name.
  void add(const XmlElement& element, const std::string& parent = {});
  /// The element with the attributes of its class added: that of `class`, else of `childclass`, else the outermost.
  XmlElement completed(const XmlElement& element, const std::string& childclass) const;

 private:
  using Attributes = std::map<std::string, std::map<std::string, std::string>>;  // by element
  std::map<std::string, Attributes> classes_;
  std::string main_ = "main";
};

/// <compiler>: the meaning of numbers in the file.
struct MjcfCompiler {
  bool degrees = true;
  std::string euler = "xyz";  // small letters: about axes that turn along, one after the other; capitals: fixed axes
  bool inertia_from_geoms = false;  // even where there is an <inertial>
};

/// Refuses attributes of <compiler> that change masses, and coordinates that are not local.
void require_plain_compiler(const XmlItem& item);
/// Refuses flags of <option> that switch off forces or constraints which are used here.
void require_plain_flags(const XmlItem& option);
/// Attributes of <option>, <body> or <joint> that would act on the motion and are not used.
std::vector<std::string> mjcf_left_out(const XmlItem& item);

/// An angle in rad.
ExactNumber mjcf_angle(const ExactNumber& angle, const MjcfCompiler& compiler);
/// Reads pos, and quat, axisangle, euler, xyaxes or zaxis.
RobotPose mjcf_pose(const XmlItem& item, const MjcfCompiler& compiler);
/// The pose that turns z into a direction, at a point.
RobotPose pose_along(const mbs::LongVector& at, const mbs::LongVector& direction);

}  // namespace plumb
