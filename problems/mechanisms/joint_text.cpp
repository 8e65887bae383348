#include "problems/mechanisms/joint_text.hpp"

#include <array>

#include "problems/mechanisms/table_text.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

/// Reads the frame of a joint on one of its bodies: from the table `key`, by default in the body's frame, or without
/// this table from the keys of the joint, which describe the common frame of both bodies in space.
mbs::Place place_on(const MechanismItem& joint, std::string_view key) {
  const auto own = joint.inner(key);
  if (!own)
    return {mbs::Frame::space, joint.optional_triple("point"), joint.optional_triple("axis"),
            joint.optional_triple("reference")};
  own->allow({"frame", "point", "axis", "reference"});
  return place_of(*own, mbs::Frame::body);
}

std::vector<mbs::TimeFunction::Sine> sines_of(const MechanismItem& item) {
  std::vector<mbs::TimeFunction::Sine> out;
  for (const auto& sine : item.all_inner("sines")) {
    sine.allow({"amplitude", "rate", "phase"});
    out.push_back({sine.number("amplitude"), sine.number("rate"), sine.number_or("phase", "0")});
  }
  return out;
}

std::optional<std::array<ExactNumber, 2>> ramp_of(const MechanismItem& item, std::string_view key) {
  if (!item.has(key)) return {};
  const auto ends = item.numbers(key);
  if (ends.size() != 2) throw item.refusal(key, wrong_kind("two numbers are allowed, the first value and the last"));
  return std::array{ends[0], ends[1]};
}

mbs::TimeFunction::Piece piece_of(const MechanismItem& item) {
  item.allow({"until", "polynomial", "sines", "ramp", "smooth_ramp"});
  for (const auto& key : {"polynomial", "sines"})
    for (const auto& ramp : {"ramp", "smooth_ramp"}) item.require_one_of(ramp, key);
  mbs::TimeFunction::Piece out{item.number("until"), item.numbers("polynomial"), sines_of(item), ramp_of(item, "ramp"),
                               ramp_of(item, "smooth_ramp")};
  if (out.polynomial.empty() && out.sines.empty() && !out.ramp && !out.smooth_ramp)
    throw item.refusal("", {"its function is missing: polynomial = [a0, a1, ...], sines = [{...}] or ramp = [a, b]",
                            Mistake::missing});
  return out;
}

}  // namespace

mbs::Frame frame_of(const MechanismItem& item, mbs::Frame fallback) {
  constexpr std::array<std::string_view, 2> frames = {"space", "body"};
  return static_cast<mbs::Frame>(item.choice("frame", frames, static_cast<std::size_t>(fallback)));
}

mbs::Place place_of(const MechanismItem& item, mbs::Frame fallback) {
  return {frame_of(item, fallback), item.optional_triple("point"), item.optional_triple("axis"),
          item.optional_triple("reference")};
}

mbs::TimeFunction time_function_of(const MechanismItem& item) {
  mbs::TimeFunction out{.polynomial = item.numbers("polynomial"), .sines = sines_of(item)};
  for (const auto& key : {"polynomial", "sines"}) item.require_one_of("pieces", key);
  for (const auto& key : {"polynomial", "sines", "from", "pieces"}) item.require_one_of("table", key);
  if (const auto table = item.inner("table")) out.table = table_of(*table);
  if (item.has("from") && !item.has("pieces"))
    throw item.refusal("from", contradiction("this key is the initial time of 'pieces', which are missing"));
  out.from = item.number_or("from", "0");
  for (const auto& piece : item.all_inner("pieces")) out.pieces.push_back(piece_of(piece));
  return out;
}

mbs::Joint joint_of(const MechanismItem& item) {
  item.allow({"name", "kind", "bodies", "point", "axis", "reference", "on_first", "on_second", "length", "radius",
              "limits", "armature"});
  mbs::Joint out;
  out.name = item.name();
  out.kind = static_cast<mbs::JointKind>(item.choice("kind", mbs::joint_names));
  const auto bodies = item.texts("bodies");
  if (bodies.size() != 2)
    throw item.refusal("bodies", wrong_kind("the names of two bodies are needed, [\"ground\", \"crank\"]"));
  out.first = bodies[0];
  out.second = bodies[1];
  out.on_first = place_on(item, "on_first");
  out.on_second = place_on(item, "on_second");
  out.length = item.optional_number("length");
  out.radius = item.optional_number("radius");
  return out;
}

std::optional<mbs::JointLimits> limits_of(const MechanismItem& item) {
  if (!item.has("limits")) return {};
  const auto ends = item.numbers("limits");
  if (ends.size() != 2) throw item.refusal("limits", wrong_kind("two numbers are allowed, [lower, upper]"));
  return mbs::JointLimits{item.name(), ends[0], ends[1]};
}

mbs::Gear gear_of(const MechanismItem& item) {
  item.allow({"name", "joints", "ratio", "offset"});
  const auto joints = item.texts("joints");
  if (joints.size() != 2)
    throw item.refusal("joints", wrong_kind("the names of two joints are needed, [\"wheel\", \"pinion\"]"));
  return {item.name(), joints[0], joints[1], item.number_or("ratio", "1"), item.optional_number("offset")};
}

mbs::Driver driver_of(const MechanismItem& item) {
  constexpr std::array<std::string_view, 2> imposed = {"coordinate", "rate"};
  item.allow({"name", "joint", "coordinate", "imposes"}, time_keys);
  mbs::Driver out{.name = item.name(),
                  .joint = item.text("joint"),
                  .coordinate = static_cast<mbs::Coordinate>(item.choice("coordinate", coordinate_names)),
                  .value = time_function_of(item),
                  .of_rate = item.choice("imposes", imposed, 0) == 1};
  if (out.value.empty())
    throw item.refusal(
        "", {"the imposed function is missing: polynomial = [a0, a1, ...], sines = [{...}] or pieces = [{...}]",
             Mistake::missing});
  return out;
}

}  // namespace plumb
