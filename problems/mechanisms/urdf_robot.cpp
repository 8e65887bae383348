#include "problems/mechanisms/urdf_robot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/mistakes_of_file.hpp"
#include "problems/mechanisms/xml_item.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Names = std::vector<std::string>;
using Item = XmlItem;

constexpr std::size_t most_links = 1000;

constexpr std::array<std::string_view, 5> urdf_joint_kinds = {"revolute", "continuous", "prismatic", "fixed",
                                                              "floating"};

class UrdfReader {
 public:
  UrdfReader(std::string_view text, const std::string& file, std::span<const std::string> ignored)
      : ignored_(ignored.begin(), ignored.end()) {
    out_.file = file;
    const auto root = xml_from_text(text, file);
    if (root.name != "robot")
      throw root.place.refusal(
          fmt::format("<{}>: URDF begins with <robot name=\"...\">", printable_excerpt(root.name)));
    const Item robot{root, "robot"};
    mistakes_.note([&] {
      out_.name = robot.text("name");
      if (!is_printable(out_.name)) throw robot.refusal(malformed("control characters are not allowed in its name"));
    });
    read(robot);
    if (mistakes_.empty()) mistakes_.note([&] { order_joints(out_); });
    if (mistakes_.empty() && !ignores("mimic")) mistakes_.note([&] { require_followed(out_); });
    mistakes_.refuse();
    out_.any_inertia = ignores("inertia");
    out_.unused.assign(unused_.begin(), unused_.end());
  }
  Robot take() { return std::move(out_); }

 private:
  // --- elements

  void read(const Item& robot) {
    take_children(robot, {"link", "joint"}, {"material", "transmission", "gazebo"}, {"loop_joint"});
    const auto links = robot.element.all("link");
    if (links.empty())
      mistakes_.note([&] { throw robot.refusal(missing_part("it has no links: <link name=\"...\">")); });
    if (links.size() > most_links)
      throw robot.refusal(out_of_range("it has {} links; up to {} are allowed", links.size(), most_links));
    for (const auto* link : links) mistakes_.note([&] { add_link(*link); });
    for (const auto* joint : robot.element.all("joint")) mistakes_.note([&] { add_joint(*joint); });
  }

  bool ignores(std::string_view word) const { return ignored_.contains(word); }

  /// Notes the children that are not read. Refuses those that change the motion, and those whose name is nearly one of
  /// `used`.
  void take_children(const Item& of, const Names& used, const Names& harmless, const Names& refused) {
    for (const auto& child : of.element.children) {
      const auto is_in = [&](const Names& names) { return std::ranges::find(names, child.name) != names.end(); };
      if (is_in(used)) continue;
      mistakes_.note([&] {
        if (child.name.starts_with("xacro:"))
          throw child.place.refusal(fmt::format("{}: <{}>: macros are not expanded here; xacro makes URDF of them",
                                                of.label, printable_excerpt(child.name)));
        if (is_in(refused))
          throw child.place.refusal(fmt::format("{}: <{}> is not supported, and the motion depends on it", of.label,
                                                printable_excerpt(child.name)));
        const auto nearest = nearest_name(child.name, used);
        if (!is_in(harmless) && nearest)
          throw child.place.refusal(no_such("{}: unknown element <{}>; did you mean <{}>? Used are: {}", of.label,
                                            printable_excerpt(child.name), *nearest, fmt::join(used, ", ")));
        unused_.insert(printable_excerpt(child.name));
      });
    }
  }
  /// Notes the attributes that are not read.
  void take_attributes(const Item& item, const Names& used) {
    mistakes_.note([&] {
      for (const auto& name : item.unknown_attributes(used))
        unused_.insert(fmt::format("{} of <{}>", printable_excerpt(name), printable_excerpt(item.element.name)));
    });
  }

  template <class List>
  std::string name_of(const XmlElement& element, std::string_view what, const List& before) const {
    const Item unnamed{element, fmt::format("<{}>", what)};
    const auto& name = unnamed.text("name");
    if (name.empty() || !is_printable(name))
      throw unnamed.refusal(malformed("'{}': a name has letters, and no control characters", printable_excerpt(name)));
    const auto same =
        std::ranges::find(before, name, [](const auto& entry) -> const std::string& { return entry.name; });
    if (same != before.end())
      throw element.place.refusal(
          contradiction("{}: another one has the same name, at line {}", mbs::item(what, name), same->place.line));
    return name;
  }

  RobotPose pose_of(const Item& around) {
    RobotPose out;
    const auto origin = around.child("origin");
    if (!origin) return out;
    take_attributes(*origin, {"xyz", "rpy"});
    if (origin->has("xyz")) out.xyz = origin->triple("xyz");
    if (!origin->has("rpy")) return out;
    const auto rpy = origin->triple("rpy");
    for (const std::size_t axis : {2, 1, 0})
      if (rpy[axis].in<double>() != 0) out.turns.push_back({mbs::unit_triple(axis), rpy[axis]});
    return out;
  }

  // --- links

  void add_link(const XmlElement& element) {
    const Item item{element, mbs::item("link", name_of(element, "link", out_.links))};
    out_.links.push_back({item.text("name"), element.place});
    auto& link = out_.links.back();
    take_children(item, {"inertial", "visual", "collision"}, {"contact"}, {});
    mistakes_.note([&] {
      if (const auto inertial = item.child("inertial")) take_inertial(*inertial, link);
    });
    add_shapes(item, "visual", link.shapes);
    if (link.shapes.empty()) add_shapes(item, "collision", link.shapes);
  }

  void take_inertial(const Item& item, RobotLink& link) {
    take_children(item, {"origin", "mass", "inertia"}, {}, {});
    const auto mass = item.needed("mass"), inertia = item.needed("inertia");
    take_attributes(mass, {"value"});
    take_attributes(inertia, {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"});
    const auto entry = [&](const char* key) { return inertia.number(key); };
    RobotInertial out{pose_of(item),
                      mass.number("value"),
                      {entry("ixx"), entry("iyy"), entry("izz"), entry("ixy"), entry("ixz"), entry("iyz")},
                      item.element.place};
    const double m = out.mass.in<double>();
    if (!(m >= 0)) throw mass.refusal(out_of_range("the mass is {} kg; it may not be negative", m).of("value"));
    const bool is_nothing =
        m == 0 && std::ranges::all_of(out.inertia, [](const ExactNumber& x) { return x.in<double>() == 0; });
    if (!is_nothing) link.inertials.push_back(std::move(out));  // else a frame, as files without mass write it
  }

  // A shape that cannot be drawn is no mistake in the motion.
  void add_shapes(const Item& link, std::string_view what, std::vector<RobotShape>& to) {
    for (const auto* element : link.element.all(what)) {
      const Item item{*element, fmt::format("{}: <{}>", link.label, what)};
      mistakes_.note([&] {
        const auto origin = pose_of(item);
        const auto geometry = item.child("geometry");
        if (!geometry) return;
        for (const auto& child : geometry->element.children) add_shape(child, *geometry, origin, to);
      });
    }
  }
  void add_shape(const XmlElement& element, const Item& geometry, const RobotPose& origin,
                 std::vector<RobotShape>& to) {
    const Item shape{element, fmt::format("{}: <{}>", geometry.label, printable_excerpt(element.name))};
    const auto zero = ExactNumber("0");
    if (element.name == "box")
      to.push_back({mbs::ShapeKind::box, origin, shape.triple("size")});
    else if (element.name == "cylinder")
      to.push_back({mbs::ShapeKind::cylinder, origin, {shape.number("radius"), shape.number("length"), zero}});
    else if (element.name == "sphere")
      to.push_back({mbs::ShapeKind::sphere, origin, {shape.number("radius"), zero, zero}});
    else
      unused_.insert(printable_excerpt(element.name));
  }

  // --- joints

  int link_of(const Item& joint, std::string_view key) {
    const auto end = joint.needed(key);
    take_attributes(end, {"link"});
    const auto& name = end.text("link");
    const auto at = std::ranges::find(out_.links, name, &RobotLink::name);
    if (at != out_.links.end()) return static_cast<int>(at - out_.links.begin());
    Names known;
    for (const auto& link : out_.links) known.push_back(link.name);
    throw end.refusal(unknown_name("link", name, known).of("link"));
  }

  RobotJointKind kind_of(const Item& joint) const {
    const auto& type = joint.text("type");
    const auto at = std::ranges::find(urdf_joint_kinds, type);
    if (at != urdf_joint_kinds.end()) return static_cast<RobotJointKind>(at - urdf_joint_kinds.begin());
    if (type == "planar")
      throw joint.refusal("planar joints are not supported; a mechanism file may tie a floating link by one");
    throw joint.refusal(unknown_name("type", type, Names(urdf_joint_kinds.begin(), urdf_joint_kinds.end())).of("type"));
  }

  void add_joint(const XmlElement& element) {
    RobotJoint joint{name_of(element, "joint", out_.joints), element.place};
    const Item item{element, mbs::item("joint", joint.name)};
    take_children(item, {"parent", "child", "origin", "axis", "dynamics", "limit", "mimic"},
                  {"calibration", "safety_controller"}, {});
    joint.kind = kind_of(item);
    joint.parent = link_of(item, "parent");
    joint.child = link_of(item, "child");
    joint.origin = pose_of(item);
    if (joint.parent == joint.child)
      throw item.refusal(contradiction("its parent and its child are the same link, '{}'", link_name(joint.child)));
    for (const auto& other : out_.joints)
      if (other.child == joint.child)
        throw item.refusal(contradiction("link '{}' is the child of joint '{}' already, at line {}: a tree is allowed",
                                         link_name(joint.child), other.name, other.place.line));
    if (has_coordinate(joint.kind)) {
      if (const auto axis = item.child("axis")) joint.axis = axis_of(*axis);
      if (const auto dynamics = item.child("dynamics")) take_dynamics(*dynamics, joint);
      if (const auto limit = item.child("limit")) take_limits(*limit, joint);
      if (const auto mimic = item.child("mimic")) take_mimic(*mimic, joint);
    }
    out_.joints.push_back(std::move(joint));
  }

  mbs::Triple axis_of(const Item& axis) {
    take_attributes(axis, {"xyz"});
    auto out = axis.triple("xyz");
    if (mbs::vanishes(out))
      throw axis.refusal(out_of_range("the axis has no direction: all its components are 0").of("xyz"));
    return out;
  }

  void take_dynamics(const Item& dynamics, RobotJoint& joint) {
    take_attributes(dynamics, {"damping", "friction"});
    joint.friction = resistance(dynamics, "friction");
    joint.damping = resistance(dynamics, "damping");
  }
  ExactNumber resistance(const Item& dynamics, const char* key) {
    const ExactNumber zero("0");
    if (!dynamics.has(key)) return zero;
    auto out = dynamics.number(key);
    if (!(out.in<double>() >= 0)) throw dynamics.refusal(out_of_range("a {} may not be negative", key).of(key));
    if (out.in<double>() == 0 || !ignores(key)) return out;
    unused_.insert(key);
    return zero;
  }

  void take_limits(const Item& limit, RobotJoint& joint) {
    if (!limit.has("lower") || !limit.has("upper") || joint.kind == RobotJointKind::continuous) return;
    joint.limits = {limit.number("lower"), limit.number("upper")};
    unused_.insert("limit");
    if (!((*joint.limits)[0].in<double>() <= (*joint.limits)[1].in<double>()))
      throw limit.refusal(
          out_of_range("lower=\"{}\" is above upper=\"{}\"", limit.text("lower"), limit.text("upper")).of("lower"));
  }

  void take_mimic(const Item& mimic, RobotJoint& joint) {
    take_attributes(mimic, {"joint", "multiplier", "offset"});
    Follows out{.other = mimic.text("joint"), .place = mimic.element.place};
    if (mimic.has("multiplier")) out.ratio = mimic.number("multiplier");
    if (mimic.has("offset")) out.offset = mimic.number("offset");
    if (ignores("mimic"))
      unused_.insert("mimic");
    else
      joint.follows = std::move(out);
  }

  const std::string& link_name(int link) const { return out_.links[static_cast<std::size_t>(link)].name; }

  std::set<std::string, std::less<>> ignored_, unused_;
  MistakesOfFile mistakes_;
  Robot out_;
};

}  // namespace

bool is_xml(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

Robot robot_from_urdf(std::string_view text, const std::string& file, std::span<const std::string> ignored) {
  return UrdfReader(text, file, ignored).take();
}

}  // namespace plumb
