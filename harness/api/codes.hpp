#pragma once
// The integrators of other codes, and the same or nearest methods of this catalogue (codes.toml).

#include <span>
#include <string>
#include <vector>

#include "text/embedded_file.hpp"
#include "text/table.hpp"

namespace plumb {

/// An integrator as its code names it. `method` and `formulation` are texts for -m and -f, empty if none is given.
struct CodeIntegrator {
  std::string code, name, description, agreement, method, formulation, note, source;
};

/// Returns the integrators in the order of the file.
const std::vector<CodeIntegrator>& code_integrators();

/// Returns the integrators as a table.
Table code_table();

/// The file, which is part of the program.
std::span<const EmbeddedFile> codes_file();

}  // namespace plumb
