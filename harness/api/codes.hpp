#pragma once
// The integrators of other simulation programs, and the same or the nearest method of this catalogue (codes.toml).

#include <span>
#include <string>
#include <vector>

#include "text/embedded_file.hpp"
#include "text/table.hpp"

namespace plumb {

/// An integrator of another program (`code`), with its name there. `method` and `formulation` are the arguments of -m
/// and -f that select the corresponding method here; empty if there is none. `agreement` is "same", "nearest" or
/// "missing".
struct CodeIntegrator {
  std::string code, name, description, agreement, method, formulation, note, source;
};

/// Returns the integrators in the order of the file.
const std::vector<CodeIntegrator>& code_integrators();

/// Returns the integrators as a table.
Table code_table();

/// The contents of codes.toml, which is embedded in the program.
std::span<const EmbeddedFile> codes_file();

}  // namespace plumb
