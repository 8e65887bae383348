#pragma once
// The entrants of a comparison are the judged methods, the methods from --with, their variants, and the catalogue.

#include <cstddef>
#include <string>
#include <vector>

#include "text/selector.hpp"

namespace plumb {

enum class Role {
  judged,  // method named as METHOD
  beside,  // method named with --with
  tuned,   // variant of a named method with one different parameter
  field,   // method of the catalogue, with its defaults
};

struct Entrant {
  Spec spec;
  Role role = Role::field;
  std::string family;        // family of the method: "esdirk"; for a method from a file: "file"
  std::size_t of = 0;        // for a variant: index of the original method
  std::string setting = {};  // for a variant: the different parameter, "rho=0.5"

  std::string name() const { return spec.text(); }
};

/// Returns the judged methods, then the methods from --with, the variants of both, and the rest of the catalogue.
/// Throws UsageError.
std::vector<Entrant> entrants(const std::vector<std::string>& judged, const std::vector<std::string>& beside);

/// Returns the tuning grid of a method. Each numeric parameter with two bounds takes its lowest, mean and highest
/// value, one parameter at a time. Given values, default values, invalid values and tolerances are left out, because
/// tolerances belong to the ladder.
std::vector<Spec> variants_to_tune(const Spec& method);

}  // namespace plumb
