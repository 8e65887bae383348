#pragma once
// The parts of q and v. Errors are computed separately for each kind of part: metres are never added to radians, and
// the error of a rotation is the angle between two attitudes.

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

/// A range of components of q and the corresponding range of v. A rotation has more components in q than in v.
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
  std::string unit;             // unit of errors in q: "rad" for rotations; several units as "m and rad"
  std::vector<PartRange> q, v;  // index ranges, part by part
};

/// Groups parts by kind, in the order translations, rotations, angles; kinds without parts are omitted.
std::vector<PartsOfKind> by_kind(const std::vector<Part>& parts);

/// A part whose components have the same indices in q and v.
inline Part part(std::string name, PartKind kind, std::string unit, int first, int size = 1) {
  return {std::move(name), kind, std::move(unit), {first, size}, {first, size}};
}

/// Returns a function with the same parts for all parameters.
inline Parts fixed_parts(std::vector<Part> parts) {
  return [parts = std::move(parts)](const Parameters&) { return parts; };
}

}  // namespace plumb
