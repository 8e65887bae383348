#include "problems/mechanisms/mjcf_robot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/mistakes_of_file.hpp"
#include "problems/mechanisms/mjcf_equality.hpp"
#include "problems/mechanisms/mjcf_geom.hpp"
#include "problems/mechanisms/robot_schema.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Words = std::vector<std::string>;

constexpr std::size_t most_bodies = 1000;

class MjcfReader {
 public:
  MjcfReader(std::string_view text, const std::string& file, const FileText& read_other,
             std::span<const std::string> ignored)
      : ignored_(ignored.begin(), ignored.end()) {
    out_.file = file;
    out_.format = "MJCF";
    const auto root = with_includes(xml_from_text(text, file), file, read_other);
    const XmlItem mujoco{root, "mujoco"};
    out_.name = mujoco.has("model") && is_printable(mujoco.text("model")) ? mujoco.text("model") : "robot";
    out_.links.push_back({"world", root.place});
    RobotSchema::mjcf().check(root, mistakes_, out_.unused);
    mistakes_.note([&] { require_one_orientation(root); });
    mistakes_.note([&] { read(mujoco); });
    if (mistakes_.empty()) mistakes_.note([&] { order_joints(out_); });
    if (mistakes_.empty()) mistakes_.note([&] { require_followed(out_); });
    mistakes_.refuse();
    out_.any_inertia = ignored_.contains("inertia");
    finish_unused();
  }
  Robot take() { return std::move(out_); }

 private:
  // --- the file

  void read(const XmlItem& mujoco) {
    const auto each = [&](const char* name, auto take) {
      for (const auto* element : mujoco.element.all(name))
        mistakes_.note([&] { take(XmlItem{*element, fmt::format("<{}>", name)}); });
    };
    each("compiler", [&](const XmlItem& item) { compiler_.take(item); });
    each("option", [&](const XmlItem& item) {
      if (item.has("gravity")) out_.gravity = item.triple("gravity");
      if (const auto flag = item.child("flag")) flags_.take(*flag);
    });
    if (!flags_.on("gravity")) out_.gravity = mbs::triple("0", "0", "0");
    each("default", [&](const XmlItem& item) { defaults_.add(item.element); });
    each("worldbody", [&](const XmlItem& item) { take_body_content(item, {0, false, {}}); });
    each("equality", [&](const XmlItem& item) {
      for (const auto& child : item.element.children) mistakes_.note([&] { add_equality(child); });
    });
    if (out_.links.size() == 1 && mistakes_.empty())
      throw mujoco.refusal(missing_part("it has no bodies: <worldbody><body>"));
  }

  // Adds contacts and actuators to the ignored contents; if a flag disables them, as contents without effect.
  void finish_unused() {
    auto& out = out_.unused;
    if (collidable_.size() > 1) out.acting.insert("contact");
    const auto switch_off = [&](const char* flag, const char* words) {
      if (!flags_.on(flag) && out.acting.erase(words) > 0) out.idle.insert(words);
    };
    switch_off("contact", "contact");
    switch_off("actuation", "actuator");
    switch_off("gravity", "gravcomp");
    out.merge();
  }

  // --- bodies

  std::string name_of(const XmlElement& element, std::string_view kind, const std::string& fallback) {
    const auto* attribute = element.attribute("name");
    if (attribute && (attribute->empty() || !is_printable(*attribute)))
      throw element.place.refusal(
          malformed("<{}>: a name must not be empty or contain control characters", element.name));
    const auto key = [&](const std::string& name) { return fmt::format("{} {}", kind, name); };
    auto name = attribute ? *attribute : fallback;
    for (int n = 2; !attribute && names_.contains(key(name)); ++n) name = fmt::format("{}_{}", fallback, n);
    if (!names_.insert(key(name)).second)
      throw element.place.refusal(contradiction("{}: its name occurs twice; rename it", mbs::item(kind, name)));
    return name;
  }

  int add_link(const std::string& name, const FilePlace& place) {
    if (out_.links.size() > most_bodies)
      throw place.refusal(out_of_range("the robot has more than {} bodies", most_bodies));
    out_.links.push_back({name, place});
    return static_cast<int>(out_.links.size()) - 1;
  }
  RobotJoint& tie(const std::string& name, RobotJointKind kind, int parent, int child, const FilePlace& place) {
    out_.joints.push_back({name, place, kind, parent, child});
    return out_.joints.back();
  }

  /// The context of an element: the link to which it belongs.
  struct Within {
    int link;
    bool moves;  // whether it moves relative to the world
    std::string childclass;
  };

  std::vector<XmlElement> joints_in(const XmlItem& body, const Within& outer, const std::string& childclass) const {
    std::vector<XmlElement> out;
    int freedoms = 0;
    bool has_ball = false;
    for (const auto& child : body.element.children) {
      if (child.name != "joint" && child.name != "freejoint") continue;
      out.push_back(child.name == "joint" ? defaults_.completed(child, childclass) : child);
      const auto kind = joint_kind(out.back());
      freedoms += kind == RobotJointKind::floating ? 6 : kind == RobotJointKind::ball ? 3 : 1;
      if (has_ball && kind != RobotJointKind::prismatic)
        throw child.place.refusal(contradiction("{}: after a ball joint only slide joints are allowed", body.label));
      has_ball = has_ball || kind == RobotJointKind::ball;
      if (kind == RobotJointKind::floating && outer.link != 0)
        throw child.place.refusal(
            contradiction("{}: only bodies directly in <worldbody> may have free joints", body.label));
    }
    if (freedoms > 6)
      throw body.refusal(
          contradiction("the joints of this body have {} degrees of freedom; at most six are allowed", freedoms));
    if (mjcf_bool(body, "mocap", false) && (freedoms > 0 || outer.link != 0))
      throw body.refusal(
          contradiction("a mocap body must be directly in <worldbody> and may not have joints").of("mocap"));
    return out;
  }

  // A body with several joints becomes a chain: massless links between successive joints, and the body as the last
  // link.
  void add_body(const XmlElement& element, const Within& outer) {
    const auto name = name_of(element, "body", own(outer.link).name + "_body");
    const XmlItem item{element, mbs::item("body", name)};
    defaults_.require_childclass(element);
    const auto childclass = item.has("childclass") ? item.text("childclass") : outer.childclass;
    const auto joints = joints_in(item, outer, childclass);
    int at = outer.link;
    auto pose = mjcf_pose(item, compiler_);
    if (joints.size() > 1 || (joints.size() == 1 && joint_kind(joints[0]) != RobotJointKind::floating)) {
      const int start = add_link(name + " at its joints", element.place);
      tie(name + " at its joints", RobotJointKind::fixed, at, start, element.place).origin = pose;
      at = start;
      pose = {};
    }
    bool moves = outer.moves;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const bool is_last = j + 1 == joints.size();
      const int child = add_link(is_last ? name : fmt::format("{} after joint {}", name, j + 1), element.place);
      mistakes_.note([&] { add_joint(joints[j], name, {at, moves, {}}, child, pose); });
      moves = true;
      at = child;
    }
    if (joints.empty()) {
      at = add_link(name, element.place);
      tie(name + " fixed", RobotJointKind::fixed, outer.link, at, element.place).origin = pose;
    }
    take_body_content(item, {at, moves, childclass});
  }

  void take_body_content(const XmlItem& body, const Within& in) {
    if (in.link == 0)
      for (const char* moving : {"inertial", "joint", "freejoint"})
        for (const auto* element : body.element.all(moving))
          throw element->place.refusal(
              contradiction("<worldbody>: <{}>: the world may not have a mass or joints", moving));
    std::vector<RobotInertial> of_geoms;
    for (const auto* element : body.element.all("geom"))
      mistakes_.note([&] { add_geom(defaults_.completed(*element, in.childclass), in, of_geoms); });
    for (const auto* element : body.element.all("site"))
      mistakes_.note([&] { add_site(defaults_.completed(*element, in.childclass), in.link); });
    mistakes_.note([&] { take_mass(body, in, std::move(of_geoms)); });
    for (const auto* element : body.element.all("body")) mistakes_.note([&] { add_body(*element, in); });
  }

  // Sets the mass of a body from <inertial>, or from its geoms if there is none or if the compiler settings require it.
  void take_mass(const XmlItem& body, const Within& in, std::vector<RobotInertial> of_geoms) {
    using Inertia = MjcfCompiler::Inertia;
    auto& link = own(in.link);
    const auto inertial = body.child("inertial");
    const bool weighs_geoms =
        compiler_.inertia == Inertia::geoms || (!inertial && compiler_.inertia == Inertia::automatic);
    if (in.link == 0 || !weighs_geoms) link.unknown.reset();
    if (in.link == 0) return;
    if (weighs_geoms && (!of_geoms.empty() || link.unknown))
      link.inertials = std::move(of_geoms);
    else if (inertial)
      link.inertials.push_back(mjcf_inertial(*inertial, compiler_));
  }

  void add_geom(const XmlElement& element, const Within& in, std::vector<RobotInertial>& masses) {
    const auto* name = element.attribute("name");
    const XmlItem item{element, name ? mbs::item("geom", name_of(element, "geom", *name)) : "<geom>"};
    if (in.moves && is_plane(item))
      throw item.refusal(contradiction("a plane must be fixed, but its body moves").of("type"));
    if (mjcf_integer(item, "contype", 1) != 0 || mjcf_integer(item, "conaffinity", 1) != 0) collidable_.insert(in.link);
    if (element.attribute("mesh")) out_.unused.idle.insert("mesh");
    for (auto& shape : mjcf_shapes_of_geom(item, compiler_)) own(in.link).shapes.push_back(std::move(shape));
    auto inertial = mjcf_inertial_of_geom(item, compiler_);
    const int group = mjcf_integer(item, "group", 0);
    if (group < compiler_.groups[0] || group > compiler_.groups[1]) return;
    if (inertial) masses.push_back(std::move(*inertial));
    if (has_unknown_inertia(item)) own(in.link).unknown = {element.place, item.label};
  }

  void add_site(const XmlElement& element, int link) {
    const auto* name = element.attribute("name");
    if (!name) return;
    const XmlItem item{element, mbs::item("site", name_of(element, "site", *name))};
    sites_.emplace(*name, MjcfSite{link, mjcf_pose_with_ends(item, compiler_)});
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

  void add_joint(const XmlElement& element, const std::string& body, const Within& on, int child,
                 const RobotPose& pose) {
    const auto name = name_of(element, "joint", body + "_joint");
    const XmlItem item{element, mbs::item("joint", name)};
    auto& joint = tie(name, joint_kind(element), on.link, child, element.place);
    joint.origin = pose;
    take_forces(item, joint);
    if (joint.kind == RobotJointKind::floating) return;
    if (item.has("pos")) joint.origin.xyz = joint.anchor = item.triple("pos");
    if (joint.kind == RobotJointKind::ball) {
      if (on.moves && !is_zero(joint.armature)) out_.unused.acting.insert("armature of ball joints on moving bodies");
    } else {
      joint.axis = item.has("axis") ? item.triple("axis") : mbs::unit_triple(2);
      if (mbs::vanishes(joint.axis)) throw item.refusal(out_of_range("axis: it has no direction").of("axis"));
      if (item.has("ref")) joint.reference = of_joint(joint, item.number("ref"));
    }
    take_range(item, joint);
  }

  ExactNumber of_joint(const RobotJoint& joint, const ExactNumber& x) const {
    return turns(joint.kind) ? mjcf_angle(x, compiler_) : x;
  }
  // Reads a damping or stiffness. In new versions of MuJoCo it may be a list of polynomial coefficients, of which only
  // the first may be nonzero here.
  ExactNumber resistance(const XmlItem& item, const char* key, const char* word, bool is_on = true) {
    if (!item.has(key) || !is_on) return ExactNumber("0");
    const auto all = item.numbers(key);
    if (all.empty() || !std::all_of(all.begin() + 1, all.end(), is_zero))
      throw item.refusal(
          wrong_kind("{}=\"{}\": one number is allowed", key, printable_excerpt(item.text(key))).of(key));
    if (!(all[0].in<double>() >= 0)) throw item.refusal(out_of_range("{} may not be negative", key).of(key));
    if (is_zero(all[0]) || !ignored_.contains(word)) return all[0];
    out_.unused.acting.insert(word);
    return ExactNumber("0");
  }
  void take_forces(const XmlItem& item, RobotJoint& joint) {
    joint.damping = resistance(item, "damping", "damping", flags_.on("damper"));
    joint.friction = resistance(item, "frictionloss", "friction", flags_.on("frictionloss"));
    joint.armature = resistance(item, "armature", "armature");
    joint.stiffness = resistance(item, "stiffness", "stiffness", flags_.on("spring"));
    if (has_coordinate(joint.kind)) {
      if (item.has("springref")) joint.free = of_joint(joint, item.number("springref"));
      return;
    }
    if (!is_zero(joint.friction)) out_.unused.acting.insert("frictionloss of ball and free joints");
    joint.friction = ExactNumber("0");
  }

  void take_range(const XmlItem& item, RobotJoint& joint) {
    const auto limited = item.has("limited") ? mjcf_choice(item, "limited", {"false", "true", "auto"}) : 2;
    const auto ends = item.has("range") ? item.numbers("range") : std::vector(2, ExactNumber("0"));
    if (ends.size() != 2)
      throw item.refusal(wrong_kind("range=\"{}\": two numbers are needed", item.text("range")).of("range"));
    const bool is_given = !is_zero(ends[0]) || !is_zero(ends[1]);
    if (limited == 2 && is_given && !compiler_.autolimits)
      throw item.refusal(
          missing_part("a joint with a range needs limited=\"true\" or \"false\", which is missing").of("limited"));
    if (limited == 0 || (limited == 2 && !is_given)) return;
    if (!(ends[0].in<double>() < ends[1].in<double>()))
      throw item.refusal(out_of_range("range: the first number must be less than the second").of("range"));
    if (!flags_.on("limit")) return;
    out_.unused.acting.insert("range of joints");
    if (has_coordinate(joint.kind)) joint.limits = {of_joint(joint, ends[0]), of_joint(joint, ends[1])};
  }

  // --- equalities

  void add_equality(const XmlElement& written) {
    const auto element = defaults_.completed(written, {}, "equality");
    const XmlItem item{element, fmt::format("equality: <{}>", element.name)};
    if (!flags_.on("equality") || !mjcf_bool(item, "active", true)) return;
    const bool is_joint = element.name == "joint";
    if (!is_joint && element.name != "connect" && element.name != "weld") return;
    const auto name = name_of(element, "equality", element.name);
    if (!is_joint)
      out_.loops.push_back(mjcf_loop(item, name, out_, sites_));
    else if (ignored_.contains("mimic"))
      out_.unused.acting.insert("equality of joints");
    else
      add_joint_equality(item, out_);
  }

  MjcfCompiler compiler_;
  MjcfFlags flags_;
  MjcfDefaults defaults_;
  MjcfSites sites_;
  std::set<std::string, std::less<>> ignored_, names_ = {"body world"};
  std::set<int> collidable_;  // links that can collide
  MistakesOfFile mistakes_;
  Robot out_;
};

}  // namespace

bool is_mjcf(std::string_view text) {
  for (auto found = text.find('<'); found != std::string_view::npos; found = text.find('<', found + 1)) {
    if (text.substr(found, 4) == "<!--") {
      found = text.find("-->", found);
      if (found == std::string_view::npos) return false;
      continue;
    }
    if (text.substr(found, 2) != "<?") return text.substr(found, 7) == "<mujoco";
  }
  return false;
}

Robot robot_from_mjcf(std::string_view text, const std::string& file, const FileText& read,
                      std::span<const std::string> ignored) {
  return MjcfReader(text, file, read, ignored).take();
}

}  // namespace plumb
