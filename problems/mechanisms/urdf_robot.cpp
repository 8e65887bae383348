#include "problems/mechanisms/urdf_robot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/mistakes_of_file.hpp"
#include "problems/mechanisms/robot_schema.hpp"
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
    RobotSchema::urdf().check(root, mistakes_, unused_);
    mistakes_.note([&] {
      out_.name = robot.text("name");
      if (!is_printable(out_.name)) throw robot.refusal(malformed("control characters are not allowed in its name"));
    });
    read(robot);
    if (mistakes_.empty()) mistakes_.note([&] { order_joints(out_); });
    if (mistakes_.empty() && !ignores("mimic")) mistakes_.note([&] { require_followed(out_); });
    mistakes_.refuse();
    out_.any_inertia = ignores("inertia");
    out_.unused = std::move(unused_);
  }
  Robot take() { return std::move(out_); }

 private:
  // --- elements

  void read(const Item& robot) {
    const auto links = robot.element.all("link");
    if (links.empty())
      mistakes_.note([&] { throw robot.refusal(missing_part("it has no links: <link name=\"...\">")); });
    if (links.size() > most_links)
      throw robot.refusal(out_of_range("it has {} links; up to {} are allowed", links.size(), most_links));
    for (const auto* link : links) mistakes_.note([&] { add_link(*link); });
    for (const auto* joint : robot.element.all("joint")) mistakes_.note([&] { add_joint(*joint); });
  }

  bool ignores(std::string_view word) const { return ignored_.contains(word); }

  template <class List>
  std::string name_of(const XmlElement& element, std::string_view label, const List& before) const {
    const Item unnamed{element, fmt::format("<{}>", label)};
    const auto& name = unnamed.text("name");
    if (name.empty() || !is_printable(name))
      throw unnamed.refusal(
          malformed("'{}': a name must not be empty or contain control characters", printable_excerpt(name)));
    const auto same =
        std::ranges::find(before, name, [](const auto& entry) -> const std::string& { return entry.name; });
    if (same != before.end())
      throw element.place.refusal(contradiction("{}: its name occurs twice, first at line {}; rename it",
                                                mbs::item(label, name), same->place.line));
    return name;
  }

  RobotPose pose_of(const Item& around) {
    RobotPose out;
    const auto origin = around.child("origin");
    if (!origin) return out;
    if (origin->has("xyz")) out.xyz = origin->triple("xyz");
    if (!origin->has("rpy")) return out;
    const auto rpy = origin->triple("rpy");
    for (const auto& angle : rpy)
      if (const double turns = std::abs(angle.in<double>()) / (2 * std::numbers::pi); turns > 1.001) {
        out_.remarks.push_back(fmt::format(
            "{}: {}: rpy=\"{}\": {} rad are {:.3g} turns; angles are radians, a right angle is 1.570796326794897",
            origin->element.place.text(), origin->label, origin->text("rpy"), angle.text(), turns));
        break;
      }
    for (const std::size_t axis : {2, 1, 0})
      if (rpy[axis].in<double>() != 0) out.turns.push_back({mbs::unit_triple(axis), rpy[axis]});
    return out;
  }

  // --- links

  void add_link(const XmlElement& element) {
    const Item item{element, mbs::item("link", name_of(element, "link", out_.links))};
    out_.links.push_back({item.text("name"), element.place});
    auto& link = out_.links.back();
    mistakes_.note([&] {
      if (const auto inertial = item.child("inertial")) take_inertial(*inertial, link);
    });
    add_shapes(item, "visual", link.shapes);
    if (link.shapes.empty()) add_shapes(item, "collision", link.shapes);
  }

  void take_inertial(const Item& item, RobotLink& link) {
    const auto mass = item.needed("mass"), inertia = item.needed("inertia");
    const auto entry = [&](const char* key) { return inertia.number(key); };
    RobotInertial out{pose_of(item),
                      mass.number("value"),
                      {entry("ixx"), entry("iyy"), entry("izz"), entry("ixy"), entry("ixz"), entry("iyz")},
                      item.element.place};
    const double m = out.mass.in<double>();
    if (!(m >= 0)) throw mass.refusal(out_of_range("the mass is {} kg; it may not be negative", m).of("value"));
    const bool is_nothing =
        m == 0 && std::ranges::all_of(out.inertia, [](const ExactNumber& x) { return x.in<double>() == 0; });
    if (!is_nothing) link.inertials.push_back(std::move(out));  // all zeros: the link is a frame without mass
  }

  // Adds the shapes for pictures.
  void add_shapes(const Item& link, std::string_view label, std::vector<RobotShape>& to) {
    for (const auto* element : link.element.all(label)) {
      const Item item{*element, fmt::format("{}: <{}>", link.label, label)};
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
  }

  // --- joints

  int link_of(const Item& joint, std::string_view key) {
    const auto end = joint.needed(key);
    const auto& name = end.text("link");
    const auto found = std::ranges::find(out_.links, name, &RobotLink::name);
    if (found != out_.links.end()) return static_cast<int>(found - out_.links.begin());
    Names known;
    for (const auto& link : out_.links) known.push_back(link.name);
    throw end.refusal(unknown_name("link", name, known).of("link"));
  }

  RobotJointKind kind_of(const Item& joint) const {
    const auto& type = joint.text("type");
    const auto found = std::ranges::find(urdf_joint_kinds, type);
    if (found != urdf_joint_kinds.end()) return static_cast<RobotJointKind>(found - urdf_joint_kinds.begin());
    if (type == "planar")
      throw joint.refusal("planar joints are not supported; a mechanism file may tie a floating link by one");
    throw joint.refusal(unknown_name("type", type, Names(urdf_joint_kinds.begin(), urdf_joint_kinds.end())).of("type"));
  }

  void add_joint(const XmlElement& element) {
    RobotJoint joint{name_of(element, "joint", out_.joints), element.place};
    const Item item{element, mbs::item("joint", joint.name)};
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
    auto out = axis.triple("xyz");
    if (mbs::vanishes(out))
      throw axis.refusal(out_of_range("the axis has no direction: all its components are 0").of("xyz"));
    return out;
  }

  void take_dynamics(const Item& dynamics, RobotJoint& joint) {
    joint.friction = resistance(dynamics, "friction");
    joint.damping = resistance(dynamics, "damping");
  }
  ExactNumber resistance(const Item& dynamics, const char* key) {
    const ExactNumber zero("0");
    if (!dynamics.has(key)) return zero;
    auto out = dynamics.number(key);
    if (!(out.in<double>() >= 0)) throw dynamics.refusal(out_of_range("a {} may not be negative", key).of(key));
    if (out.in<double>() == 0 || !ignores(key)) return out;
    unused_.acting.insert(key);
    return zero;
  }

  void take_limits(const Item& limit, RobotJoint& joint) {
    if (!limit.has("lower") || !limit.has("upper") || joint.kind == RobotJointKind::continuous) return;
    const auto lower = limit.number("lower"), upper = limit.number("upper");
    if (lower.in<double>() <= upper.in<double>()) {
      unused_.acting.insert("limit");
      joint.limits = {lower, upper};
      return;
    }
    out_.remarks.push_back(fmt::format("{}: {}: lower=\"{}\" is above upper=\"{}\": the joint has no limits here",
                                       limit.element.place.text(), limit.label, limit.text("lower"),
                                       limit.text("upper")));
  }

  void take_mimic(const Item& mimic, RobotJoint& joint) {
    Follows out{.other = mimic.text("joint"), .place = mimic.element.place};
    if (mimic.has("multiplier")) out.ratio = mimic.number("multiplier");
    if (mimic.has("offset")) out.offset = mimic.number("offset");
    if (ignores("mimic"))
      unused_.acting.insert("mimic");
    else
      joint.follows = std::move(out);
  }

  const std::string& link_name(int link) const { return out_.links[static_cast<std::size_t>(link)].name; }

  std::set<std::string, std::less<>> ignored_;
  UnusedContents unused_;
  MistakesOfFile mistakes_;
  Robot out_;
};

}  // namespace

Robot robot_from_urdf(std::string_view text, const std::string& file, std::span<const std::string> ignored) {
  return UrdfReader(text, file, ignored).take();
}

}  // namespace plumb
