#pragma once
// Methods of shared libraries that tests build (tests/from_library/libraries.cmake), and cells that run them.

#include <filesystem>
#include <map>
#include <string>

#include "harness/run/run_cell.hpp"

namespace plumb::library_testing {

/// Where the libraries are.
std::filesystem::path libraries();
/// The selector "@.../libNAME.so" of one of them.
std::string library(const std::string& name);
/// Those in Fortran are there only where a compiler is.
bool is_built(const std::string& name);

struct Place {
  std::string problem, formulation;
};

/// A pendulum that swings, with constraints at position level.
inline const Place swing = {"pendulum(angle=-0.7,rate=1.5)", "index3"};

/// The cell of a method on a problem up to 1 s.
ResolvedCell cell(const std::string& method, const Place& place, const std::string& step,
                  const std::map<std::string, std::string>& parameters = {});
inline RunResult run(const ResolvedCell& c) { return run_cell(c, {}); }

}  // namespace plumb::library_testing
