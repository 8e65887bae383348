#include "problems/mechanisms/output_text.hpp"

#include <fmt/format.h>

#include <array>
#include <set>

#include "problems/mbs/measurements.hpp"
#include "problems/mechanisms/joint_text.hpp"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 3> components = {"x", "y", "z"}, turn_names = {"first", "second", "third"};

bool of_coordinate(mbs::OutputKind kind) {
  return kind == mbs::OutputKind::coordinate || kind == mbs::OutputKind::rate;
}
bool of_joint(mbs::OutputKind kind) {
  return of_coordinate(kind) || kind == mbs::OutputKind::force || kind == mbs::OutputKind::torque;
}
bool of_reactions(mbs::OutputKind kind) { return mbs::needs_accelerations(kind); }
bool of_beam(mbs::OutputKind kind) {
  return kind == mbs::OutputKind::section_force || kind == mbs::OutputKind::section_moment;
}
bool of_energy(mbs::OutputKind kind) { return mbs::is_of_all(kind) && !mbs::is_total_vector(kind); }

std::string_view key_of(mbs::OutputKind kind) {
  if (mbs::is_of_body(kind)) return "body";
  if (of_beam(kind)) return "beam";
  return of_joint(kind) ? "joint" : "driver";
}

void allow_keys(const MechanismItem& item, mbs::OutputKind kind) {
  if (of_energy(kind)) return item.allow({"name", "kind", "meaning"});
  if (kind == mbs::OutputKind::angular_momentum) return item.allow({"name", "kind", "meaning", "component", "point"});
  if (mbs::is_total_vector(kind)) return item.allow({"name", "kind", "meaning", "component"});
  if (of_coordinate(kind)) return item.allow({"name", "kind", "meaning", "joint", "coordinate"});
  if (of_joint(kind)) return item.allow({"name", "kind", "meaning", "joint", "component", "by"});
  if (kind == mbs::OutputKind::effort) return item.allow({"name", "kind", "meaning", "driver", "by"});
  if (of_beam(kind)) return item.allow({"name", "kind", "meaning", "beam", "station", "component"});
  if (kind == mbs::OutputKind::attitude)
    return item.allow({"name", "kind", "meaning", "body", "component", "frame", "axis"});
  if (kind == mbs::OutputKind::angle) return item.allow({"name", "kind", "meaning", "body", "sequence", "component"});
  if (kind == mbs::OutputKind::angular_velocity)
    return item.allow({"name", "kind", "meaning", "body", "component", "frame"});
  if (kind == mbs::OutputKind::acceleration)
    return item.allow({"name", "kind", "meaning", "body", "component", "frame", "point", "by"});
  item.allow({"name", "kind", "meaning", "body", "component", "frame", "point"});
}

std::string unit_of(mbs::OutputKind kind, bool rotates) {
  switch (kind) {
    case mbs::OutputKind::position: return "m";
    case mbs::OutputKind::velocity: return "m/s";
    case mbs::OutputKind::acceleration: return "m/s^2";
    case mbs::OutputKind::angular_velocity: return "rad/s";
    case mbs::OutputKind::angle: return "rad";
    case mbs::OutputKind::attitude: return "-";
    case mbs::OutputKind::coordinate: return rotates ? "rad" : "m";
    case mbs::OutputKind::rate: return rotates ? "rad/s" : "m/s";
    case mbs::OutputKind::force:
    case mbs::OutputKind::section_force: return "N";
    case mbs::OutputKind::torque:
    case mbs::OutputKind::section_moment: return "N m";
    case mbs::OutputKind::effort: return rotates ? "N m" : "N";
    case mbs::OutputKind::momentum: return "N s";
    case mbs::OutputKind::angular_momentum: return "N m s";
    case mbs::OutputKind::centre_of_mass: return "m";
    case mbs::OutputKind::kinetic_energy:
    case mbs::OutputKind::potential_energy: break;
  }
  return "J";
}

std::string meaning_of(const mbs::OutputOf& output) {
  const auto kind = mbs::output_names[static_cast<std::size_t>(output.kind)];
  if (of_energy(output.kind)) return std::string(kind);
  if (mbs::is_total_vector(output.kind))
    return fmt::format("{} of all bodies{}, {}", kind,
                       output.kind != mbs::OutputKind::angular_momentum ? ""
                       : output.place.point                             ? " about a point"
                                                                        : " about their centre of mass",
                       components[static_cast<std::size_t>(output.component)]);
  if (output.kind == mbs::OutputKind::angle) return fmt::format("turn of {}", output.of);
  if (of_coordinate(output.kind) || output.kind == mbs::OutputKind::effort)
    return fmt::format("{} of {}", kind, output.of);
  return fmt::format("{} of {}, {}", kind, output.of, components[static_cast<std::size_t>(output.component)]);
}

/// Returns, for example, "second turn of the sequence 3-1-2 (z, x, y)". The sequence is needed because the angles about
/// the same axis differ between sequences.
std::string sequence_in_words(const mbs::OutputOf& angle) {
  const auto& [i, j, k] = angle.sequence;
  const auto axis = [](int n) { return components[static_cast<std::size_t>(n)]; };
  return fmt::format("{} turn of the sequence {}-{}-{} ({}, {}, {})",
                     turn_names[static_cast<std::size_t>(angle.component)], i + 1, j + 1, k + 1, axis(i), axis(j),
                     axis(k));
}

// Reads a sequence of rotations, for example "zyx" (about z, then y, then x of the body), and the component: the first,
// second or third of these angles.
void take_turn(const MechanismItem& item, mbs::OutputOf& out) {
  constexpr std::array<std::string_view, 12> sequences = {"xyz", "xzy", "yzx", "yxz", "zxy", "zyx",
                                                          "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};
  const auto letters = sequences[item.choice("sequence", sequences)];
  for (std::size_t i = 0; i < 3; ++i) out.sequence[i] = letters[i] - 'x';
  out.component = static_cast<int>(item.choice("component", turn_names));
}

// Returns a valid name of an output, made from the name of a robot's body, which may contain any characters. The result
// differs from all names in `others` and is added to them.
std::string as_item_name(const std::string& name, std::set<std::string>& others) {
  std::string out = name;
  for (char& c : out)
    if (!is_item_name(std::string{'a', c})) c = '_';
  if (!is_item_name(out.substr(0, 1))) out = "link_" + out;
  constexpr std::size_t longest = 60;
  out.resize(std::min(out.size(), longest));
  const auto requested = out;
  for (int n = 2; !others.insert(out).second; ++n) out = fmt::format("{}_{}", requested, n);
  return out;
}

}  // namespace

mbs::OutputOf output_of(const MechanismItem& item) {
  mbs::OutputOf out;
  out.name = item.name();
  out.kind = static_cast<mbs::OutputKind>(item.choice("kind", mbs::output_names));
  allow_keys(item, out.kind);
  if (!mbs::is_of_all(out.kind)) out.of = item.text(key_of(out.kind));
  if (of_coordinate(out.kind))
    out.coordinate = static_cast<mbs::Coordinate>(item.choice("coordinate", coordinate_names));
  else if (out.kind == mbs::OutputKind::angle)
    take_turn(item, out);
  else if (!of_energy(out.kind) && out.kind != mbs::OutputKind::effort)
    out.component = static_cast<int>(item.choice("component", components));
  if (mbs::is_of_body(out.kind)) out.place = place_of(item, mbs::Frame::body);
  if (out.kind == mbs::OutputKind::angular_momentum) out.place.point = item.optional_triple("point");
  if (of_beam(out.kind)) out.station = item.number("station");
  out.unit = unit_of(out.kind, out.coordinate == mbs::Coordinate::rotation);
  out.meaning = item.text_or("meaning", meaning_of(out));
  if (out.kind == mbs::OutputKind::angle) out.meaning += ", " + sequence_in_words(out);
  if (!of_reactions(out.kind)) return out;
  constexpr std::array<std::string_view, 2> sources = {"equations", "method"};
  out.by_method = item.choice("by", sources, 0) == 1;
  out.meaning += out.by_method ? ", from the method" : ", from the index-1 equations at q and v";
  return out;
}

std::vector<mbs::OutputOf> positions_of(const std::vector<mbs::Body>& bodies) {
  std::vector<mbs::OutputOf> out;
  std::set<std::string> names;
  for (const auto& body : bodies) {
    const auto name = as_item_name(body.name, names);
    for (int i = 0; i < 3; ++i) {
      auto& position = out.emplace_back();
      position.name = fmt::format("{}_{}", name, components[static_cast<std::size_t>(i)]);
      position.of = body.name;
      position.component = i;
      position.unit = "m";
      position.meaning = meaning_of(position);
    }
  }
  return out;
}

}  // namespace plumb
