#pragma once
// The entrants of a comparison are the methods that were named, those beside them, their variants, and the catalogue.

#include <cstddef>
#include <string>
#include <vector>

#include "text/selector.hpp"

namespace plumb {

enum class Role {
  judged,  // named as METHOD
  beside,  // named with --with
  tuned,   // a variant of one of those, by a parameter of its own
  field,   // a method of the catalogue, with its defaults
};

struct Entrant {
  Spec spec;
  Role role = Role::field;
  std::string family;        // "esdirk"; a method of a file has "file"
  std::size_t of = 0;        // of a variant: index of the entrant that it was made of
  std::string setting = {};  // of a variant: "rho=0.5"

  std::string name() const { return spec.text(); }
};

/// Returns the judged methods, then those beside them, the variants of both, and the rest of the catalogue. Throws
/// UsageError.
std::vector<Entrant> entrants(const std::vector<std::string>& judged, const std::vector<std::string>& beside);

/// Returns the grid on which a method is tuned. Each number with two bounds takes its lowest, mean and highest value,
/// one parameter at a time. Given and default values are left out, and so are tolerances, which belong to the ladder,
/// and values that make no method.
std::vector<Spec> variants_to_tune(const Spec& method);

}  // namespace plumb
