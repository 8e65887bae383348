#pragma once
// Who is compared: the methods that were named, those beside them, their variants, and the catalogue.

#include <cstddef>
#include <string>
#include <vector>

#include "text/selector.hpp"

namespace plumb {

enum class Role {
  judged,  // METHOD
  beside,  // --with
  tuned,   // a variant of one of those, by a parameter of its own
  field,   // a method of the catalogue, with its defaults
};

struct Entrant {
  Spec spec;
  Role role = Role::field;
  std::string family;        // "esdirk"; of a file "file"
  std::size_t of = 0;        // of a variant: the place of the one it was made of
  std::string setting = {};  // of a variant: "rho=0.5"

  std::string name() const { return spec.text(); }
};

/// The judged ones first, then those beside them, the variants of both, and the catalogue without what is there
/// already. Throws UsageError.
std::vector<Entrant> entrants(const std::vector<std::string>& judged, const std::vector<std::string>& beside);

/// The grid that a method is tuned on: of each number with two bounds the lowest, the mean and the highest, one
/// parameter at a time, without what is given or the default; tolerances are the ladder's. Values that make no method
/// are left out.
std::vector<Spec> variants_to_tune(const Spec& method);

}  // namespace plumb
