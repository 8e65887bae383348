#include "problems/mechanisms/mjcf_robot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/mistakes_of_file.hpp"
#include "problems/mechanisms/mjcf_geom.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Words = std::vector<std::string>;

constexpr std::size_t most_bodies = 1000;

bool is_zero(const ExactNumber& x) { return x.in<double>() == 0; }

class MjcfReader {
 public:
  MjcfReader(std::string_view text, const std::string& file, std::span<const std::string> ignored)
      : ignored_(ignored.begin(), ignored.end()) {
    out_.file = file;
    out_.format = "MJCF";
    const auto root = xml_from_text(text, file);
    const XmlItem mujoco{root, "mujoco"};
    out_.name = mujoco.has("model") && is_printable(mujoco.text("model")) ? mujoco.text("model") : "robot";
    out_.links.push_back({"world", root.place});
    mistakes_.note([&] { read(mujoco); });
    if (mistakes_.empty()) mistakes_.note([&] { order_joints(out_); });
    if (mistakes_.empty()) mistakes_.note([&] { require_followed(out_); });
    mistakes_.refuse();
    out_.any_inertia = ignored_.contains("inertia");
    out_.unused.assign(unused_.begin(), unused_.end());
  }
  Robot take() { return std::move(out_); }

 private:
  // --- the file

  void read(const XmlItem& mujoco) {
    take_children(mujoco, {"compiler", "option", "default", "worldbody", "equality"}, {"include"});
    const auto each = [&](const char* name, auto take) {
      for (const auto* element : mujoco.element.all(name))
        mistakes_.note([&] { take(XmlItem{*element, fmt::format("<{}>", name)}); });
    };
    each("compiler", [&](const XmlItem& item) { take_compiler(item); });
    each("option", [&](const XmlItem& item) {
      out_.gravity = item.has("gravity") ? item.triple("gravity") : out_.gravity;
      leave_out(item);
      require_plain_flags(item);
    });
    each("default", [&](const XmlItem& item) { defaults_.add(item.element); });
    each("worldbody", [&](const XmlItem& item) { take_body_content(item, 0, {}); });
    each("equality", [&](const XmlItem& item) {
      for (const auto& child : item.element.children) mistakes_.note([&] { add_equality(child); });
    });
    if (out_.links.size() == 1) throw mujoco.refusal(missing_part("it has no bodies: <worldbody><body>"));
  }

  // Notes the children that are not read. Refuses those that would change what is read, and those whose name is nearly
  // that of something used.
  void take_children(const XmlItem& of, const Words& used, const Words& refused, const Words& silent = {}) {
    for (const auto& child : of.element.children) {
      const auto is_in = [&](const Words& names) { return std::ranges::find(names, child.name) != names.end(); };
      if (is_in(used) || is_in(silent)) continue;
      mistakes_.note([&] {
        const auto name = printable_excerpt(child.name);
        if (is_in(refused))
          throw child.place.refusal(
              fmt::format("{}: <{}> is not supported, and the motion depends on it", of.label, name));
        if (const auto nearest = nearest_name(child.name, used); nearest && child.name != "contact")
          throw child.place.refusal(no_such("{}: unknown element <{}>; did you mean <{}>? Used are: {}", of.label, name,
                                            *nearest, fmt::join(used, ", ")));
        unused_.insert(name);
      });
    }
  }

  void leave_out(const XmlItem& item) {
    for (auto& name : mjcf_left_out(item)) unused_.insert(std::move(name));
  }

  void take_compiler(const XmlItem& item) {
    if (item.has("angle")) {
      const Words known = {"degree", "radian"};
      if (std::ranges::find(known, item.text("angle")) == known.end())
        throw item.refusal(unknown_name("angle", item.text("angle"), known).of("angle"));
      compiler_.degrees = item.text("angle") == "degree";
    }
    if (item.has("eulerseq")) {
      compiler_.euler = item.text("eulerseq");
      const auto is_axis = [](char c) { return (c >= 'x' && c <= 'z') || (c >= 'X' && c <= 'Z'); };
      if (compiler_.euler.size() != 3 || !std::ranges::all_of(compiler_.euler, is_axis))
        throw item.refusal(
            malformed("eulerseq=\"{}\": three letters of xyzXYZ are allowed", item.text("eulerseq")).of("eulerseq"));
    }
    compiler_.inertia_from_geoms = item.has("inertiafromgeom") && item.text("inertiafromgeom") == "true";
    require_plain_compiler(item);
  }

  // --- bodies

  std::string name_of(const XmlElement& element, const std::string& fallback) {
    const auto* given = element.attribute("name");
    if (given && (given->empty() || !is_printable(*given)))
      throw element.place.refusal(malformed("<{}>: a name has letters, and no control characters", element.name));
    auto name = given ? *given : fallback;
    for (int n = 2; !given && names_.contains(element.name + " " + name); ++n) name = fmt::format("{}_{}", fallback, n);
    if (!names_.insert(element.name + " " + name).second)
      throw element.place.refusal(contradiction("{}: another one has the same name", mbs::item(element.name, name)));
    return name;
  }

  int add_link(const std::string& name, const FilePlace& place) {
    if (out_.links.size() > most_bodies) throw place.refusal(out_of_range("it has more than {} bodies", most_bodies));
    out_.links.push_back({name, place});
    return static_cast<int>(out_.links.size()) - 1;
  }
  RobotJoint& tie(const std::string& name, RobotJointKind kind, int parent, int child, const FilePlace& place) {
    out_.joints.push_back({name, place, kind, parent, child});
    return out_.joints.back();
  }

  // Each joint moves the joints after it and the body, so that links without mass stand in between.
  void add_body(const XmlElement& element, int parent, const std::string& outer_class) {
    const auto name = name_of(element, out_.links[static_cast<std::size_t>(parent)].name + "_body");
    const XmlItem item{element, mbs::item("body", name)};
    const auto childclass = item.has("childclass") ? item.text("childclass") : outer_class;
    std::vector<XmlElement> joints;
    for (const auto& child : element.children)
      if (child.name == "joint" || child.name == "freejoint")
        joints.push_back(child.name == "joint" ? defaults_.completed(child, childclass) : child);
    int at = parent;
    auto pose = mjcf_pose(item, compiler_);
    if (joints.size() > 1 || (joints.size() == 1 && joint_kind(joints[0]) != RobotJointKind::floating)) {
      const int start = add_link(name + " at its joints", element.place);
      tie(name + " at its joints", RobotJointKind::fixed, parent, start, element.place).origin = pose;
      at = start;
      pose = {};
    }
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const bool is_last = j + 1 == joints.size();
      const int child = add_link(is_last ? name : fmt::format("{} after joint {}", name, j + 1), element.place);
      mistakes_.note([&] { add_joint(joints[j], name, at, child, pose); });
      at = child;
    }
    if (joints.empty()) {
      at = add_link(name, element.place);
      tie(name + " fixed", RobotJointKind::fixed, parent, at, element.place).origin = pose;
    }
    leave_out(item);
    take_body_content(item, at, childclass);
  }

  void take_body_content(const XmlItem& body, int link, const std::string& outer_class) {
    const auto childclass = body.has("childclass") ? body.text("childclass") : outer_class;
    take_children(body, {"body", "joint", "freejoint", "geom", "inertial"},
                  {"composite", "flexcomp", "replicate", "frame", "attach", "include"}, {"site", "camera", "light"});
    if (const auto inertial = body.child("inertial"); inertial && !compiler_.inertia_from_geoms && link != 0)
      mistakes_.note([&] { own(link).inertials.push_back(mjcf_inertial(*inertial, compiler_)); });
    const bool weighs_geoms = own(link).inertials.empty() && link != 0;
    for (const auto* element : body.element.all("geom"))
      mistakes_.note([&] { add_geom(defaults_.completed(*element, childclass), link, weighs_geoms); });
    for (const auto* element : body.element.all("body")) mistakes_.note([&] { add_body(*element, link, childclass); });
  }

  void add_geom(const XmlElement& element, int link, bool weighs) {
    const auto* name = element.attribute("name");
    const XmlItem item{element, name ? mbs::item("geom", *name) : "<geom>"};
    const auto* contype = element.attribute("contype");
    if (!contype || *contype != "0") unused_.insert("contact of geoms");
    if (element.attribute("mesh")) unused_.insert("mesh");
    for (auto& shape : mjcf_shapes_of_geom(item, compiler_)) own(link).shapes.push_back(std::move(shape));
    if (!weighs) return;
    if (auto inertial = mjcf_inertial_of_geom(item, compiler_))
      own(link).inertials.push_back(std::move(*inertial));
    else if (element.attribute("mesh"))
      throw item.refusal("its mass would be that of a mesh, which is not read; the body needs an <inertial>");
  }

  RobotLink& own(int link) { return out_.links[static_cast<std::size_t>(link)]; }

  // --- joints

  static RobotJointKind joint_kind(const XmlElement& element) {
    if (element.name == "freejoint") return RobotJointKind::floating;
    const auto* type = element.attribute("type");
    if (!type || *type == "hinge") return RobotJointKind::revolute;
    if (*type == "slide") return RobotJointKind::prismatic;
    if (*type == "ball") return RobotJointKind::ball;
    if (*type == "free") return RobotJointKind::floating;
    throw element.place.refusal(unknown_name("joint type", *type, Words{"hinge", "slide", "ball", "free"}).of("type"));
  }

  void add_joint(const XmlElement& element, const std::string& body, int parent, int child, const RobotPose& pose) {
    const auto name = name_of(element, body + "_joint");
    const XmlItem item{element, mbs::item("joint", name)};
    auto& joint = tie(name, joint_kind(element), parent, child, element.place);
    if (joint.kind == RobotJointKind::floating) {
      joint.origin = pose;
      return;
    }
    leave_out(item);
    if (item.has("pos")) joint.origin.xyz = joint.anchor = item.triple("pos");
    joint.axis = item.has("axis") ? item.triple("axis") : mbs::unit_triple(2);
    if (mbs::vanishes(joint.axis)) throw item.refusal(out_of_range("axis: it has no direction").of("axis"));
    for (const char* key : {"damping", "stiffness", "frictionloss", "armature"})
      if (joint.kind == RobotJointKind::ball && item.has(key) && !is_zero(item.number(key)))
        unused_.insert(fmt::format("{} of ball joints", key));
    if (joint.kind == RobotJointKind::ball) return;
    if (item.has("ref")) joint.reference = of_joint(joint, item.number("ref"));
    take_forces(item, joint);
    take_range(item, joint);
  }

  ExactNumber of_joint(const RobotJoint& joint, const ExactNumber& x) const {
    return turns(joint.kind) ? mjcf_angle(x, compiler_) : x;
  }
  ExactNumber resistance(const XmlItem& item, const char* key, const char* word) {
    if (!item.has(key)) return ExactNumber("0");
    auto out = item.number(key);
    if (!(out.in<double>() >= 0)) throw item.refusal(out_of_range("{} may not be negative", key).of(key));
    if (is_zero(out) || !ignored_.contains(word)) return out;
    unused_.insert(word);
    return ExactNumber("0");
  }
  void take_forces(const XmlItem& item, RobotJoint& joint) {
    joint.damping = resistance(item, "damping", "damping");
    joint.friction = resistance(item, "frictionloss", "friction");
    joint.armature = resistance(item, "armature", "armature");
    joint.stiffness = resistance(item, "stiffness", "stiffness");
    if (item.has("springref")) joint.free = of_joint(joint, item.number("springref"));
  }
  void take_range(const XmlItem& item, RobotJoint& joint) {
    if (!item.has("range") || (item.has("limited") && item.text("limited") == "false")) return;
    const auto ends = item.numbers("range");
    if (ends.size() != 2)
      throw item.refusal(wrong_kind("range=\"{}\": two numbers are needed", item.text("range")).of("range"));
    if (is_zero(ends[0]) && is_zero(ends[1])) return;
    if (!(ends[0].in<double>() < ends[1].in<double>()))
      throw item.refusal(out_of_range("range=\"{}\": the first is the smaller one", item.text("range")).of("range"));
    joint.limits = {of_joint(joint, ends[0]), of_joint(joint, ends[1])};
    unused_.insert("range of joints");
  }

  // --- equalities

  int body_of(const XmlItem& item, const char* key) const {
    if (!item.has(key)) return 0;
    const auto at = std::ranges::find(out_.links, item.text(key), &RobotLink::name);
    if (at != out_.links.end()) return static_cast<int>(at - out_.links.begin());
    Words known;
    for (const auto& link : out_.links) known.push_back(link.name);
    throw item.refusal(unknown_name("body", item.text(key), known).of(key));
  }

  void add_equality(const XmlElement& element) {
    const auto* active = element.attribute("active");
    if (active && *active == "false") return;
    const Words known = {"connect", "weld", "joint"};
    if (std::ranges::find(known, element.name) == known.end()) {
      unused_.insert(fmt::format("equality of a {}", printable_excerpt(element.name)));
      return;
    }
    const XmlItem item{element, fmt::format("equality: <{}>", element.name)};
    if (element.name == "joint") return add_joint_equality(item);
    if (!item.has("body1"))
      throw item.refusal(missing_part("body1 is missing; pairs of sites are not supported").of("body1"));
    RobotLoop loop{name_of(element, element.name + "_of_" + item.text("body1")), element.place};
    loop.kind = element.name == "connect" ? mbs::JointKind::spherical : mbs::JointKind::fixed;
    loop.first = body_of(item, "body1");
    loop.second = body_of(item, "body2");
    if (item.has("anchor") && element.name == "connect") loop.point = item.triple("anchor");
    if (item.has("relpose")) {
      const auto pose = item.numbers("relpose");
      if (!std::ranges::all_of(pose, is_zero) && item.text("relpose") != "0 1 0 0 0 0 0")
        throw item.refusal("relpose is not supported: bodies are welded as they stand");
    }
    out_.loops.push_back(std::move(loop));
  }

  const RobotJoint& joint_of(const XmlItem& item, const char* key) const {
    const auto at = std::ranges::find(out_.joints, item.text(key), &RobotJoint::name);
    if (at != out_.joints.end()) return *at;
    Words known;
    for (const auto& joint : out_.joints) known.push_back(joint.name);
    throw item.refusal(unknown_name("joint", item.text(key), known).of(key));
  }

  // Reads q_1 − ref_1 = a_0 + a_1 (q_2 − ref_2).
  void add_joint_equality(const XmlItem& item) {
    auto& first = own_joint(joint_of(item, "joint1"));
    auto a = item.has("polycoef") ? item.numbers("polycoef") : std::vector{ExactNumber("0"), ExactNumber("1")};
    if (a.empty() || a.size() > 5) throw item.refusal(wrong_kind("polycoef has five numbers").of("polycoef"));
    if (a.size() < 2) a.push_back(ExactNumber("0"));
    if (!std::all_of(a.begin() + 2, a.end(), is_zero))
      throw item.refusal("polycoef: a ratio is supported, and no polynomial of a higher degree");
    if (first.follows) throw item.refusal(contradiction("joint '{}' follows another already", first.name));
    Follows out{.other = {}, .ratio = ExactNumber("0"), .place = item.element.place};
    Digits50 offset = a[0].in<Digits50>() + first.reference.in<Digits50>();
    if (item.has("joint2")) {
      const auto& second = joint_of(item, "joint2");
      out.other = second.name;
      out.ratio = a[1];
      offset -= a[1].in<Digits50>() * second.reference.in<Digits50>();
    }
    out.offset = mbs::written(offset);
    if (ignored_.contains("mimic"))
      unused_.insert("equality of joints");
    else
      first.follows = std::move(out);
  }
  RobotJoint& own_joint(const RobotJoint& joint) {
    return out_.joints[static_cast<std::size_t>(&joint - out_.joints.data())];
  }

  MjcfCompiler compiler_;
  MjcfDefaults defaults_;
  std::set<std::string, std::less<>> ignored_, unused_, names_;
  MistakesOfFile mistakes_;
  Robot out_;
};

}  // namespace

bool is_mjcf(std::string_view text) {
  for (auto at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    if (text.substr(at, 4) == "<!--") {
      at = text.find("-->", at);
      if (at == std::string_view::npos) return false;
      continue;
    }
    if (text.substr(at, 2) != "<?") return text.substr(at, 7) == "<mujoco";
  }
  return false;
}

Robot robot_from_mjcf(std::string_view text, const std::string& file, std::span<const std::string> ignored) {
  return MjcfReader(text, file, ignored).take();
}

}  // namespace plumb
