#include "problems/parts.hpp"

#include <array>

namespace plumb {
namespace {

constexpr std::array kinds = {PartKind::translation, PartKind::rotation, PartKind::angle};

// Returns the unit of an error in q. The components of a rotation have no unit, but its error is an angle.
std::string unit_of_error(const Part& part) { return part.kind == PartKind::rotation ? "rad" : part.unit; }

bool names(const std::string& units, const std::string& unit) {
  return (" " + units + " ").find(" " + unit + " ") != std::string::npos;
}

}  // namespace

std::string_view name(PartKind kind) {
  static constexpr std::array<std::string_view, kinds.size()> texts = {"translation", "rotation", "angle"};
  return texts[static_cast<std::size_t>(kind)];
}

std::vector<PartsOfKind> by_kind(const std::vector<Part>& parts) {
  std::vector<PartsOfKind> out;
  for (const auto kind : kinds) {
    PartsOfKind of{kind, {}, {}, {}};
    for (const auto& part : parts) {
      if (part.kind != kind) continue;
      of.q.push_back(part.q);
      of.v.push_back(part.v);
      if (const auto unit = unit_of_error(part); !names(of.unit, unit))
        of.unit += (of.unit.empty() ? "" : " and ") + unit;
    }
    if (!of.q.empty()) out.push_back(std::move(of));
  }
  return out;
}

}  // namespace plumb
