#pragma once
// Cells for tests with methods from shared libraries, which tests/from_library/libraries.cmake builds.

#include <filesystem>
#include <map>
#include <string>

#include "harness/run/run_cell.hpp"

namespace plumb::library_testing {

/// Returns the folder of the libraries.
std::filesystem::path libraries();
/// Returns the selector "@.../libNAME.so" of a library.
std::string library(const std::string& name);
/// Returns whether a library was built. Libraries in Fortran exist only if there is a compiler.
bool is_built(const std::string& name);

struct Place {
  std::string problem, formulation;
};

/// A swinging pendulum, with constraints at position level.
inline const Place swing = {"pendulum(angle=-0.7,rate=1.5)", "index3"};

/// Returns the cell of a method on a problem up to 1 s.
ResolvedCell cell(const std::string& method, const Place& place, const std::string& step,
                  const std::map<std::string, std::string>& parameters = {});
inline RunResult run(const ResolvedCell& c) { return run_cell(c, {}); }

}  // namespace plumb::library_testing
