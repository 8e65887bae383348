#pragma once
// Problems that are described by their equations, in TOML; docs/equation-files.md describes the format.
//
//   schema = 1
//   name = "spring-pendulum"
//   t_end = 5                                      # s
//   [parameters]
//   mass = { value = 1, unit = "kg", minimum = 0.001 }
//   [[coordinate]]
//   name = "x"
//   unit = "m"
//   start = 1.2                                    # at t_begin; rate = 0 is the default
//   [expressions]                                  # each may use the previous ones
//   length = "sqrt(x^2 + y^2)"
//   [tables]                                       # measured values, as functions: road(t)
//   road = { file = "road.csv" }
//   [equations]
//   mass = ["mass", "mass"]                        # M(q), its diagonal or its rows
//   force = ["-k*x*(1 - 1/length)", "..."]         # f(t, q, v) of x, x', .. and t
//   constraint = [".."]                            # Φ(t, q) = 0
//   potential = ".."                               # U(t, q): the energy is vᵀMv/2 + U
//   [[output]]
//   name = "length"
//   unit = "m"
//   value = "length"                               # of x, x', x'', lambda1, .. and t

#include <string>
#include <string_view>

#include "problems/equations/equations_of_motion.hpp"
#include "problems/mechanisms/robot_text.hpp"

namespace plumb {

struct EquationText {
  std::string name, title, source, t_begin, t_end;
  ParsedEquations equations;
};

/// Returns whether a text that is TOML, or nearly so, describes a problem by its equations.
bool describes_equations(std::string_view text, const std::string& file);

/// Parses the text of the file with the path `file`; `read` returns the text of files named in it (tables). Throws
/// UsageError with a message of one line.
EquationText equations_from_text(std::string_view text, const std::string& file, const FileText& read = {});

}  // namespace plumb
