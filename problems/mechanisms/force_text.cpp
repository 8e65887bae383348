#include "problems/mechanisms/force_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "problems/mechanisms/joint_text.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

void add_load(const MechanismItem& item, mbs::Mechanism& mechanism, bool torque) {
  if (torque)
    item.allow({"name", "kind", "body", "frame", "vector"}, time_keys);
  else
    item.allow({"name", "kind", "body", "frame", "vector", "at"}, time_keys);
  mbs::Load out{.name = item.name(),
                .body = item.text("body"),
                .torque = torque,
                .frame = frame_of(item, mbs::Frame::space),
                .vector = item.triple("vector")};
  if (const auto at = item.inner("at")) {
    at->allow({"frame", "point"});
    out.point = place_of(*at, mbs::Frame::body);
  }
  if (auto factor = time_function_of(item); !factor.empty()) out.factor = std::move(factor);
  mechanism.loads.push_back(std::move(out));
}

void add_force_at_point(const MechanismItem& item, mbs::Mechanism& mechanism) { add_load(item, mechanism, false); }
void add_torque(const MechanismItem& item, mbs::Mechanism& mechanism) { add_load(item, mechanism, true); }

std::pair<std::string, std::string> two_bodies(const MechanismItem& item) {
  const auto bodies = item.texts("bodies");
  if (bodies.size() != 2)
    throw item.refusal("bodies", wrong_kind("the names of two bodies are needed, [\"ground\", \"crank\"]"));
  return {bodies[0], bodies[1]};
}

mbs::Place end_of(const MechanismItem& item, std::string_view key, bool has_axis) {
  const auto end = item.inner(key);
  if (!end)
    throw item.refusal(
        "", {"the ends of a spring are missing: on_first = { point = [...] } and on_second", Mistake::missing});
  if (has_axis)
    end->allow({"frame", "point", "axis"});
  else
    end->allow({"frame", "point"});
  return place_of(*end, mbs::Frame::body);
}

// Reads the factor on the whole force of a spring, a function of time; the default is 1.
mbs::TimeFunction factor_of(const MechanismItem& item) {
  const auto factor = item.inner("factor");
  if (!factor) return {{mbs::number("1")}};
  factor->allow({}, time_keys);
  return time_function_of(*factor);
}

// Throws for a spring without any force law, and for a free length without a stiffness.
void require_law(const MechanismItem& item, std::string_view free_length) {
  if (item.has("stiffness")) return;
  if (item.has(free_length))
    throw item.refusal(
        "", missing_key("stiffness")
                .after(std::string(free_length) + " is the length or angle at which the spring has no force"));
  for (const char* key : {"damping", "friction"})
    if (item.has(key)) return;
  if (!time_function_of(item).empty()) return;
  throw item.refusal(
      "",
      UsageError(
          "the force law is missing: give 'stiffness', 'damping', or a function (polynomial, sines, pieces or table)",
          Mistake::missing)
          .of("stiffness"));
}

void add_spring(const MechanismItem& item, mbs::Mechanism& mechanism) {
  item.allow({"name", "kind", "bodies", "on_first", "on_second", "stiffness", "damping", "free_length", "factor"},
             time_keys);
  require_law(item, "free_length");
  auto [first, second] = two_bodies(item);
  mechanism.springs.push_back({.name = item.name(),
                               .first = std::move(first),
                               .second = std::move(second),
                               .on_first = end_of(item, "on_first", false),
                               .on_second = end_of(item, "on_second", false),
                               .stiffness = item.number_or("stiffness", "0"),
                               .damping = item.number_or("damping", "0"),
                               .free_length = item.number_or("free_length", "0"),
                               .actuator = time_function_of(item),
                               .factor = factor_of(item)});
}

// Reads smooth friction, whose size does not depend on reactions.
mbs::SmoothFriction friction_of(const MechanismItem& item) {
  if (!item.has("friction")) {
    if (item.has("friction_speed"))
      throw item.refusal("friction_speed", contradiction("this key needs 'friction', which is missing"));
    return {};
  }
  return {item.number("friction"), item.positive("friction_speed")};
}

void add_rotational_spring(const MechanismItem& item, mbs::Mechanism& mechanism) {
  item.allow({"name", "kind", "joint", "stiffness", "damping", "free_angle", "factor", "friction", "friction_speed"},
             time_keys);
  require_law(item, "free_angle");
  mechanism.rotational_springs.push_back({.name = item.name(),
                                          .joint = item.text("joint"),
                                          .stiffness = item.number_or("stiffness", "0"),
                                          .damping = item.number_or("damping", "0"),
                                          .free_angle = item.number_or("free_angle", "0"),
                                          .friction = friction_of(item),
                                          .actuator = time_function_of(item),
                                          .factor = factor_of(item)});
}

// Reads a spring in a joint, or between two bodies along an axis of the first.
void add_translational_spring(const MechanismItem& item, mbs::Mechanism& mechanism) {
  item.allow({"name", "kind", "joint", "bodies", "on_first", "on_second", "stiffness", "damping", "free_translation",
              "factor", "friction", "friction_speed"},
             time_keys);
  require_law(item, "free_translation");
  auto& out = mechanism.translational_springs.emplace_back();
  out.name = item.name();
  out.stiffness = item.number_or("stiffness", "0");
  out.damping = item.number_or("damping", "0");
  out.free_translation = item.number_or("free_translation", "0");
  out.friction = friction_of(item);
  out.actuator = time_function_of(item);
  out.factor = factor_of(item);
  for (const auto& key : {"bodies", "on_first", "on_second"}) item.require_one_of("joint", key);
  if (!item.has("bodies")) {
    out.joint = item.text("joint");
    return;
  }
  std::tie(out.first, out.second) = two_bodies(item);
  out.on_first = end_of(item, "on_first", true);
  out.on_second = end_of(item, "on_second", false);
}

void add_friction(const MechanismItem& item, mbs::Mechanism& mechanism) {
  item.allow({"name", "kind", "joint", "coefficient", "threshold", "normal"});
  mechanism.frictions.push_back({.name = item.name(),
                                 .joint = item.text("joint"),
                                 .coefficient = item.number("coefficient"),
                                 .threshold = item.number_or("threshold", "1e-5"),
                                 .normal = item.optional_triple("normal")});
}

}  // namespace

void add_force(const MechanismItem& item, mbs::Mechanism& mechanism) {
  constexpr std::array<std::string_view, 6> kinds = {
      "force", "torque", "spring", "rotational-spring", "translational-spring", "friction"};
  void (*const add[])(const MechanismItem&, mbs::Mechanism&) = {
      add_force_at_point, add_torque, add_spring, add_rotational_spring, add_translational_spring, add_friction};
  add[item.choice("kind", kinds)](item, mechanism);
}

std::vector<std::string> remarks_on_force(const MechanismItem& item) {
  std::vector<std::string> out;
  const auto kind = item.text("kind");
  for (const auto& [key, does] :
       {std::pair{"stiffness", "pushes away from its position of zero force"}, std::pair{"damping", "adds energy"}})
    if (const auto value = item.optional_number(key); value && value->in<double>() < 0)
      out.push_back(fmt::format("{}: {}: {}: {} is negative: the {} {}", item.place_of(key).text(), item.label(), key,
                                value->text(), kind, does));
  return out;
}

void add_joint_torque(const MechanismItem& item, mbs::Mechanism& mechanism) {
  item.allow({"name", "joint"}, time_keys);
  auto law = time_function_of(item);
  if (law.empty())
    throw item.refusal(
        "", {"it is missing: polynomial = [a0, a1, ...], sines = [{...}] or pieces = [{...}]", Mistake::missing});
  const auto joint = std::ranges::find(mechanism.joints, item.text("joint"), &mbs::Joint::name);
  if (joint != mechanism.joints.end() && joint->kind == mbs::JointKind::translational)
    mechanism.translational_springs.push_back(
        {.name = item.name(), .joint = item.text("joint"), .actuator = std::move(law)});
  else
    mechanism.rotational_springs.push_back(
        {.name = item.name(), .joint = item.text("joint"), .actuator = std::move(law)});
}

}  // namespace plumb
