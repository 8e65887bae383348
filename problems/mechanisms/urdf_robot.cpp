#include "problems/mechanisms/urdf_robot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/mechanism_item.hpp"
#include "problems/mechanisms/urdf_item.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Names = std::vector<std::string>;

constexpr std::size_t most_links = 1000;

constexpr std::array<std::string_view, 5> joint_kinds = {"revolute", "continuous", "prismatic", "fixed", "floating"};

using Item = UrdfItem;

bool is_zero(const mbs::Triple& x) {
  return std::ranges::all_of(x, [](const ExactNumber& n) { return n.in<double>() == 0; });
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, std::span<const std::string> ignored)
      : ignored_(ignored.begin(), ignored.end()) {
    out_.file = file;
    const auto root = xml_from_text(text, file);
    if (root.name != "robot")
      throw root.place.refusal(
          fmt::format("<{}>: URDF begins with <robot name=\"...\">", printable_excerpt(root.name)));
    const Item robot{root, "robot"};
    out_.name = robot.text("name");
    if (!is_printable(out_.name)) throw robot.refusal("control characters are not allowed in its name");
    read(robot);
    order_joints();
    out_.unused.assign(unused_.begin(), unused_.end());
  }
  UrdfRobot take() { return std::move(out_); }

 private:
  // --- elements

  void read(const Item& robot) {
    take_children(robot, {"link", "joint"}, {"material", "transmission", "gazebo"}, {"loop_joint"});
    for (const auto* link : robot.element.all("link")) add_link(*link);
    if (out_.links.empty()) throw robot.refusal(missing_part("it has no links: <link name=\"...\">"));
    if (out_.links.size() > most_links)
      throw robot.refusal(out_of_range("it has {} links; up to {} are allowed", out_.links.size(), most_links));
    for (const auto* joint : robot.element.all("joint")) add_joint(*joint);
  }

  /// Notes the children that are not read. Refuses the others but `used`: what changes the motion, and what is nearly
  /// the name of one of `used`.
  void take_children(const Item& of, const Names& used, const Names& harmless, const Names& refused) {
    for (const auto& child : of.element.children) {
      const auto is_in = [&](const Names& names) { return std::ranges::find(names, child.name) != names.end(); };
      if (is_in(used)) continue;
      if (child.name.starts_with("xacro:"))
        throw child.place.refusal(fmt::format("{}: <{}>: macros are not expanded here; xacro makes URDF of them",
                                              of.label, printable_excerpt(child.name)));
      if (is_in(refused) && !ignored_.contains(child.name)) throw not_supported(of, child);
      const auto nearest = nearest_name(child.name, used);
      if (!is_in(harmless) && !is_in(refused) && nearest)
        throw child.place.refusal(no_such("{}: unknown element <{}>; did you mean <{}>? Used are: {}", of.label,
                                          printable_excerpt(child.name), *nearest, fmt::join(used, ", ")));
      unused_.insert(printable_excerpt(child.name));
    }
  }

  UsageError not_supported(const Item& of, const XmlElement& child) const {
    const bool may_be_ignored = std::ranges::find(urdf_may_be_ignored, child.name) != urdf_may_be_ignored.end();
    return child.place.refusal(fmt::format(
        "{}: <{}> is not supported, and the motion depends on it{}", of.label, printable_excerpt(child.name),
        may_be_ignored ? fmt::format("; a mechanism file may say ignore = [\"{}\"]", child.name) : std::string()));
  }

  template <class List>
  std::string name_of(const XmlElement& element, std::string_view what, const List& before) const {
    const Item unnamed{element, fmt::format("<{}>", what)};
    const auto& name = unnamed.text("name");
    if (!is_item_name(name)) throw unnamed.refusal({item_name_rule(name), Mistake::malformed});
    const auto same =
        std::ranges::find(before, name, [](const auto& entry) -> const std::string& { return entry.name; });
    if (same != before.end())
      throw element.place.refusal(
          fmt::format("{}: another one has the same name, at line {}", mbs::item(what, name), same->place.line));
    return name;
  }

  UrdfPose pose_of(const Item& around) {
    UrdfPose out;
    const auto origin = around.child("origin");
    if (!origin) return out;
    origin->allow_attributes({"xyz", "rpy"});
    if (origin->has("xyz")) out.xyz = origin->triple("xyz");
    if (origin->has("rpy")) out.rpy = origin->triple("rpy");
    return out;
  }

  // --- links

  void add_link(const XmlElement& element) {
    const Item item{element, mbs::item("link", name_of(element, "link", out_.links))};
    take_children(item, {"inertial"}, {"visual", "collision", "contact"}, {});
    out_.links.push_back({item.text("name"), element.place});
    if (const auto inertial = item.child("inertial")) out_.links.back().inertial = inertial_of(*inertial);
  }

  std::optional<UrdfInertial> inertial_of(const Item& item) {
    take_children(item, {"origin", "mass", "inertia"}, {}, {});
    const auto mass = item.needed("mass"), inertia = item.needed("inertia");
    mass.allow_attributes({"value"});
    inertia.allow_attributes({"ixx", "iyy", "izz", "ixy", "ixz", "iyz"});
    const auto entry = [&](const char* key) { return inertia.number(key); };
    UrdfInertial out{pose_of(item),
                     mass.number("value"),
                     {entry("ixx"), entry("iyy"), entry("izz"), entry("ixy"), entry("ixz"), entry("iyz")},
                     item.element.place};
    if (const double m = out.mass.in<double>(); !(m >= 0))
      throw mass.refusal(out_of_range("the mass is {} kg; it may not be negative", m));
    const bool has_mass = out.mass.in<double>() > 0;
    if (has_mass) {
      if (const auto why = mbs::why_no_inertia(out.inertia); !why.empty())
        throw inertia.refusal({why, Mistake::out_of_range});
      return out;
    }
    if (std::ranges::any_of(out.inertia, [](const ExactNumber& x) { return x.in<double>() != 0; }))
      throw mass.refusal(contradiction("the mass is 0 kg, and the inertia is not 0"));
    return {};  // a frame, as files without mass write it
  }

  // --- joints

  int link_of(const Item& joint, std::string_view key) const {
    const auto end = joint.needed(key);
    end.allow_attributes({"link"});
    const auto& name = end.text("link");
    const auto at = std::ranges::find(out_.links, name, &UrdfLink::name);
    if (at != out_.links.end()) return static_cast<int>(at - out_.links.begin());
    Names known;
    for (const auto& link : out_.links) known.push_back(link.name);
    throw end.refusal(unknown_name("link", name, known));
  }

  UrdfJointKind kind_of(const Item& joint) const {
    const auto& type = joint.text("type");
    const auto at = std::ranges::find(joint_kinds, type);
    if (at != joint_kinds.end()) return static_cast<UrdfJointKind>(at - joint_kinds.begin());
    if (type == "planar")
      throw joint.refusal("planar joints are not supported; a mechanism file may tie a floating link by one");
    throw joint.refusal(unknown_name("type", type, Names(joint_kinds.begin(), joint_kinds.end())));
  }

  void add_joint(const XmlElement& element) {
    UrdfJoint joint{name_of(element, "joint", out_.joints), element.place};
    const Item item{element, mbs::item("joint", joint.name)};
    take_children(item, {"parent", "child", "origin", "axis", "dynamics"},
                  {"limit", "calibration", "safety_controller"}, {"mimic"});
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
    const bool moves_along_axis = turns(joint.kind) || joint.kind == UrdfJointKind::prismatic;
    if (moves_along_axis) {
      if (const auto axis = item.child("axis")) joint.axis = axis_of(*axis);
      if (const auto dynamics = item.child("dynamics")) take_dynamics(*dynamics, joint);
    }
    out_.joints.push_back(std::move(joint));
  }

  static mbs::Triple axis_of(const Item& axis) {
    axis.allow_attributes({"xyz"});
    auto out = axis.triple("xyz");
    if (is_zero(out)) throw axis.refusal(out_of_range("the axis has no direction: all its components are 0"));
    return out;
  }

  void take_dynamics(const Item& dynamics, UrdfJoint& joint) {
    dynamics.allow_attributes({"damping", "friction"});
    const auto friction = dynamics.has("friction") ? dynamics.number("friction") : ExactNumber("0");
    if (friction.in<double>() != 0 && !ignored_.contains("friction"))
      throw dynamics.refusal(
          "friction of joints is not supported, and the motion depends on it; a mechanism file may say "
          "ignore = [\"friction\"]");
    if (friction.in<double>() != 0) unused_.insert("friction");
    if (!dynamics.has("damping")) return;
    const auto damping = dynamics.number("damping");
    if (!(damping.in<double>() >= 0)) throw dynamics.refusal(out_of_range("a damping may not be negative"));
    if (damping.in<double>() == 0) return;
    if (ignored_.contains("damping")) {
      unused_.insert("damping");
    } else {
      joint.damping = damping;
    }
  }

  const std::string& link_name(int link) const { return out_.links[static_cast<std::size_t>(link)].name; }

  // --- the tree

  void order_joints() {
    std::vector<int> to(out_.links.size(), -1);  // the joint that leads to a link
    for (std::size_t j = 0; j < out_.joints.size(); ++j)
      to[static_cast<std::size_t>(out_.joints[j].child)] = static_cast<int>(j);
    std::vector<int> roots;
    for (std::size_t i = 0; i < to.size(); ++i)
      if (to[i] < 0) roots.push_back(static_cast<int>(i));
    if (roots.size() > 1) refuse_two_roots(roots);
    if (roots.empty()) refuse_cycle(to, 0);
    out_.root = roots[0];

    std::vector<std::vector<int>> from(out_.links.size());
    for (std::size_t j = 0; j < out_.joints.size(); ++j)
      from[static_cast<std::size_t>(out_.joints[j].parent)].push_back(static_cast<int>(j));
    std::vector<UrdfJoint> ordered;
    std::vector<int> left = {out_.root};
    std::vector<bool> reached(out_.links.size());
    while (!left.empty()) {
      const auto link = static_cast<std::size_t>(left.back());
      left.pop_back();
      reached[link] = true;
      for (auto j = from[link].rbegin(); j != from[link].rend(); ++j)
        left.push_back(out_.joints[static_cast<std::size_t>(*j)].child);
      if (to[link] >= 0) ordered.push_back(out_.joints[static_cast<std::size_t>(to[link])]);
    }
    const auto lost = std::ranges::find(reached, false);
    if (lost != reached.end()) refuse_cycle(to, static_cast<std::size_t>(lost - reached.begin()));
    out_.joints = std::move(ordered);
  }

  [[noreturn]] void refuse_two_roots(const std::vector<int>& roots) const {
    const auto& first = out_.links[static_cast<std::size_t>(roots[0])];
    const auto& second = out_.links[static_cast<std::size_t>(roots[1])];
    throw second.place.refusal(
        fmt::format("link '{}': no joint has it as its child, nor link '{}' at line {}; a robot is one tree, with one "
                    "such link",
                    second.name, first.name, first.place.line));
  }

  [[noreturn]] void refuse_cycle(const std::vector<int>& to, std::size_t link) const {
    const auto before = [&](std::size_t l) {
      return static_cast<std::size_t>(out_.joints[static_cast<std::size_t>(to[l])].parent);
    };
    for (std::size_t i = 0; i < to.size(); ++i) link = before(link);  // onto the cycle
    Names names = {out_.links[link].name};
    constexpr std::size_t most_names = 5;
    for (auto l = before(link); l != link && names.size() < most_names; l = before(l))
      names.push_back(out_.links[l].name);
    const auto& joint = out_.joints[static_cast<std::size_t>(to[link])];
    throw joint.place.refusal(
        fmt::format("joint '{}': links are parents of each other in a circle: {}; a tree is allowed, and a mechanism "
                    "file closes loops",
                    joint.name, fmt::join(names, " < ")));
  }

  std::set<std::string, std::less<>> ignored_, unused_;
  UrdfRobot out_;
};

}  // namespace

bool is_urdf(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

UrdfRobot robot_from_urdf(std::string_view text, const std::string& file, std::span<const std::string> ignored) {
  return Reader(text, file, ignored).take();
}

}  // namespace plumb
