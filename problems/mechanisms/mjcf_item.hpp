#pragma once
// Elements of MJCF files: default attributes, compiler settings and poses. Angles are in degrees or radians according
// to <compiler angle>. All functions throw UsageError.

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "problems/mbs/long_vectors.hpp"
#include "problems/mechanisms/robot.hpp"
#include "problems/mechanisms/xml_item.hpp"

namespace plumb {

/// <default>: the default attributes of elements, by class.
class MjcfDefaults {
 public:
  /// Adds a <default> and its nested defaults, which start as copies of it. Top-level defaults extend the class "main".
  void add(const XmlElement& element) { add(element, {}); }
  /// Returns the element with the attributes of its class added: of `class`, else of `childclass`, else of "main". `as`
  /// is the element name under which the class stores the attributes, if it differs.
  XmlElement completed(const XmlElement& element, const std::string& childclass, std::string_view as = {}) const;
  /// Throws UsageError if an element's childclass is unknown.
  void require_childclass(const XmlElement& element) const;

 private:
  using Own = std::map<std::string, std::string>;
  using Attributes = std::map<std::string, Own, std::less<>>;  // attributes by element

  void add(const XmlElement& element, const std::string& parent);
  const Attributes& of_class(const XmlElement& element, std::string_view key, const std::string& name) const;

  std::map<std::string, Attributes> classes_ = {{"main", {}}};
};

/// <compiler>: settings for the interpretation of the file.
struct MjcfCompiler {
  bool degrees = true;
  std::string euler = "xyz";  // lower case: successive rotations about current axes; upper case: fixed axes
  enum class Inertia { inertials, geoms, automatic } inertia = Inertia::automatic;
  std::array<int, 2> groups = {0, 5};  // inertiagrouprange: first and last group of the geoms that contribute mass
  bool autolimits = true;              // whether a range without `limited` applies

  /// Applies one <compiler>; later ones override earlier ones.
  void take(const XmlItem& item);
};

/// <flag> of <option>: disabled features.
class MjcfFlags {
 public:
  void take(const XmlItem& flag);
  /// Returns whether a feature is enabled. "constraint" disables all constraints, "passive" springs and dampers.
  bool on(const std::string& label) const;

 private:
  std::set<std::string> off_;
};

inline bool is_zero(const ExactNumber& x) { return x.in<double>() == 0; }

/// Reads one of `words` and returns its index. Throws UsageError on other words.
std::size_t mjcf_choice(const XmlItem& item, std::string_view key, const std::vector<std::string>& words);
/// Reads "true" or "false".
bool mjcf_bool(const XmlItem& item, std::string_view key, bool otherwise);
/// Reads a whole number.
int mjcf_integer(const XmlItem& item, std::string_view key, int otherwise);
/// Throws UsageError if an element or a nested element has several orientations, such as quat and euler.
void require_one_orientation(const XmlElement& element);

/// Returns the rotation of a quaternion (w, x, y, z) of any nonzero length.
std::vector<mbs::Turn> turns_of_quaternion(const std::array<ExactNumber, 4>& e);
/// Returns an angle in rad.
ExactNumber mjcf_angle(const ExactNumber& angle, const MjcfCompiler& compiler);
/// Reads pos, and the orientation from axisangle, euler, xyaxes or zaxis, else from quat.
RobotPose mjcf_pose(const XmlItem& item, const MjcfCompiler& compiler);
/// Returns the pose at a point that turns z into a direction by the smallest rotation; about x if the direction is -z.
RobotPose pose_along(const mbs::LongVector& at, const mbs::LongVector& direction);

}  // namespace plumb
