#pragma once
// An element of an MJCF file completed by its defaults, and its poses. Angles are in degrees or radians, as the file's
// <compiler angle> says. All functions throw UsageError.

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "problems/mbs/long_vectors.hpp"
#include "problems/mechanisms/robot.hpp"
#include "problems/mechanisms/xml_item.hpp"

namespace plumb {

/// <default>: by class, the attributes that elements have unless they give their own.
class MjcfDefaults {
 public:
  /// Takes a <default> and those inside it, which begin as copies of it. Each outermost one adds to the class "main".
  void add(const XmlElement& element) { add(element, {}); }
  /// The element with the attributes of its class added: that of `class`, else of `childclass`, else "main". The class
  /// may have them under another name of elements, `as`.
  XmlElement completed(const XmlElement& element, const std::string& childclass, std::string_view as = {}) const;
  /// Throws UsageError if an element's childclass is unknown.
  void require_childclass(const XmlElement& element) const;

 private:
  using Own = std::map<std::string, std::string>;
  using Attributes = std::map<std::string, Own, std::less<>>;  // by element

  void add(const XmlElement& element, const std::string& parent);
  const Attributes& of_class(const XmlElement& element, std::string_view key, const std::string& name) const;

  std::map<std::string, Attributes> classes_ = {{"main", {}}};
};

/// <compiler>: the meaning of numbers in the file.
struct MjcfCompiler {
  bool degrees = true;
  std::string euler = "xyz";  // small letters: about axes that turn along, one after the other; capitals: fixed axes
  enum class Inertia { inertials, geoms, automatic } inertia = Inertia::automatic;
  std::array<int, 2> groups = {0, 5};  // of the geoms that have mass
  bool autolimits = true;              // a range without `limited` holds

  /// Takes one <compiler>; later ones override earlier ones.
  void take(const XmlItem& item);
};

/// <flag> of <option>: what is switched off.
class MjcfFlags {
 public:
  void take(const XmlItem& flag);
  /// Constraints of all kinds are off with "constraint", springs and dampers with "passive".
  bool on(const std::string& what) const;

 private:
  std::set<std::string> off_;
};

inline bool is_zero(const ExactNumber& x) { return x.in<double>() == 0; }

/// Reads one of these words. Throws UsageError for another one.
std::size_t mjcf_choice(const XmlItem& item, std::string_view key, const std::vector<std::string>& words);
/// Reads "true" or "false".
bool mjcf_bool(const XmlItem& item, std::string_view key, bool otherwise);
/// Reads a whole number.
int mjcf_integer(const XmlItem& item, std::string_view key, int otherwise);
/// Refuses an element, or one in it, with several orientations, such as quat and euler.
void require_one_orientation(const XmlElement& element);

/// The rotation of a quaternion (w, x, y, z) of any length but 0.
std::vector<mbs::Turn> turns_of_quaternion(const std::array<ExactNumber, 4>& e);
/// An angle in rad.
ExactNumber mjcf_angle(const ExactNumber& angle, const MjcfCompiler& compiler);
/// Reads pos, and axisangle, euler, xyaxes or zaxis, else quat.
RobotPose mjcf_pose(const XmlItem& item, const MjcfCompiler& compiler);
/// The pose that turns z into a direction by the smallest rotation, at a point; about x if the direction is -z.
RobotPose pose_along(const mbs::LongVector& at, const mbs::LongVector& direction);

}  // namespace plumb
