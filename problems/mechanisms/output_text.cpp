#include "problems/mechanisms/output_text.hpp"

#include <fmt/format.h>

#include <array>

#include "problems/mechanisms/joint_text.hpp"

namespace plumb {
namespace {

using Kind = mbs::OutputKind;

constexpr std::array<std::string_view, 3> components = {"x", "y", "z"};

bool of_body(Kind kind) {
  return kind == Kind::position || kind == Kind::velocity || kind == Kind::angular_velocity || kind == Kind::attitude;
}
bool of_coordinate(Kind kind) { return kind == Kind::coordinate || kind == Kind::rate; }
bool of_joint(Kind kind) { return of_coordinate(kind) || kind == Kind::force || kind == Kind::torque; }
bool of_reactions(Kind kind) { return kind == Kind::force || kind == Kind::torque || kind == Kind::effort; }
bool of_all(Kind kind) { return kind == Kind::kinetic_energy || kind == Kind::potential_energy; }

std::string_view key_of(Kind kind) {
  if (of_body(kind)) return "body";
  return of_joint(kind) ? "joint" : "driver";
}

void allow_keys(const MechanismItem& item, Kind kind) {
  if (of_all(kind)) return item.allow({"name", "kind", "meaning"});
  if (of_coordinate(kind)) return item.allow({"name", "kind", "meaning", "joint", "coordinate"});
  if (of_joint(kind)) return item.allow({"name", "kind", "meaning", "joint", "component"});
  if (kind == Kind::effort) return item.allow({"name", "kind", "meaning", "driver"});
  if (kind == Kind::attitude) return item.allow({"name", "kind", "meaning", "body", "component", "frame", "axis"});
  if (kind == Kind::angular_velocity) return item.allow({"name", "kind", "meaning", "body", "component"});
  item.allow({"name", "kind", "meaning", "body", "component", "frame", "point"});
}

std::string unit_of(Kind kind, bool rotates) {
  switch (kind) {
    case Kind::position: return "m";
    case Kind::velocity: return "m/s";
    case Kind::angular_velocity: return "rad/s";
    case Kind::attitude: return "-";
    case Kind::coordinate: return rotates ? "rad" : "m";
    case Kind::rate: return rotates ? "rad/s" : "m/s";
    case Kind::force: return "N";
    case Kind::torque: return "N m";
    case Kind::effort: return rotates ? "N m" : "N";
    case Kind::kinetic_energy:
    case Kind::potential_energy: break;
  }
  return "J";
}

std::string meaning_of(const mbs::OutputOf& output) {
  const auto kind = mbs::output_names[static_cast<std::size_t>(output.kind)];
  if (of_all(output.kind)) return std::string(kind);
  if (of_coordinate(output.kind) || output.kind == Kind::effort) return fmt::format("{} of {}", kind, output.of);
  return fmt::format("{} of {}, {}", kind, output.of, components[static_cast<std::size_t>(output.component)]);
}

}  // namespace

mbs::OutputOf output_of(const MechanismItem& item) {
  mbs::OutputOf out;
  out.name = item.name();
  out.kind = static_cast<Kind>(item.choice("kind", mbs::output_names));
  allow_keys(item, out.kind);
  if (!of_all(out.kind)) out.of = item.text(key_of(out.kind));
  if (of_coordinate(out.kind))
    out.coordinate = static_cast<mbs::Coordinate>(item.choice("coordinate", coordinate_names));
  else if (!of_all(out.kind) && out.kind != Kind::effort)
    out.component = static_cast<int>(item.choice("component", components));
  if (of_body(out.kind)) out.place = place_of(item, mbs::Frame::body);
  out.unit = unit_of(out.kind, out.coordinate == mbs::Coordinate::rotation);
  out.meaning = item.text_or("meaning", meaning_of(out));
  if (of_reactions(out.kind)) out.meaning += ", by the index-1 equations at q and v";
  return out;
}

std::vector<mbs::OutputOf> positions_of(const std::vector<mbs::Body>& bodies) {
  std::vector<mbs::OutputOf> out;
  for (const auto& body : bodies)
    for (int i = 0; i < 3; ++i) {
      auto& position = out.emplace_back();
      position.name = fmt::format("{}_{}", body.name, components[static_cast<std::size_t>(i)]);
      position.of = body.name;
      position.component = i;
      position.unit = "m";
      position.meaning = meaning_of(position);
    }
  return out;
}

}  // namespace plumb
