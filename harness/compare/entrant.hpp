#pragma once
// The entrants of a comparison are the judged methods, the methods of the option --beside, their variants, and the
// catalogue.

#include <cstddef>
#include <string>
#include <vector>

#include "text/selector.hpp"

namespace plumb {

enum class Role {
  judged,  // argument METHOD of `plumb compare`; gets a page
  beside,  // method of the option --beside
  tuned,   // variant of a named method with one different parameter
  field,   // method of the catalogue, with its defaults
};

struct Entrant {
  Spec spec;
  Role role = Role::field;
  std::string family;        // family of the catalogue: "esdirk"; for a method from a file: "outside"
  std::size_t original = 0;  // for a variant: index of the entrant from which it differs
  std::string setting = {};  // for a variant: the different parameter, "rho=0.5"

  std::string name() const { return spec.text(); }
};

/// Returns the judged methods, then the methods `beside` (from --beside), the variants of both, and the rest of the
/// catalogue. Throws UsageError.
std::vector<Entrant> entrants(const std::vector<std::string>& judged, const std::vector<std::string>& further);

/// Returns the variants of a method for tuning: one parameter at a time is set to its lowest, mean and highest value,
/// if it is a number with two finite bounds. Variants equal to the method and invalid variants are left out. rtol and
/// atol are not varied, because the ladder varies them.
std::vector<Spec> variants_to_tune(const Spec& method);

}  // namespace plumb
