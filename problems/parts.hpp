#pragma once
// The parts of q and v. Errors are taken part by part: metres are never added to radians, and rotations are compared on
// their group.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "contract/parameters.hpp"

namespace plumb {

enum class PartKind { translation, rotation, angle };

/// Returns "translation", "rotation" or "angle".
std::string_view name(PartKind kind);

struct PartRange {
  int first = 0, size = 0;
};

/// A range of q and the range of v that belongs to it. A rotation has more numbers in q than in v.
struct Part {
  std::string name;
  PartKind kind = PartKind::translation;
  std::string unit;  // unit of q; "-" if dimensionless
  PartRange q, v;
};

using Parts = std::function<std::vector<Part>(const Parameters&)>;

/// All parts of one kind.
struct PartsOfKind {
  PartKind kind = PartKind::translation;
  std::string unit;             // unit of an error of q: "rad" for rotations; "and" between several units
  std::vector<PartRange> q, v;  // index ranges, part by part
};

/// The parts by kind: translations, rotations, angles, as far as there are any.
std::vector<PartsOfKind> by_kind(const std::vector<Part>& parts);

/// A part of a vector space, with the same place in q and v.
inline Part part(std::string name, PartKind kind, std::string unit, int first, int size = 1) {
  return {std::move(name), kind, std::move(unit), {first, size}, {first, size}};
}

/// Parts that are the same for all data.
inline Parts fixed_parts(std::vector<Part> parts) {
  return [parts = std::move(parts)](const Parameters&) { return parts; };
}

}  // namespace plumb
