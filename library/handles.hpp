#pragma once
// The handles of the C interface are numbers, cast to pointers that are never dereferenced. No number is used twice, so
// calls with a closed handle can be refused.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "harness/api/api.hpp"

struct plumb_problem;

namespace plumb {

/// An open problem. Callers must hold `mutex`.
struct OpenProblem {
  explicit OpenProblem(const std::string& problem, const std::string& formulation);

  std::mutex mutex;
  Equations equations;
  std::vector<Quantified> components, outputs, invariants, of_reference;
  std::map<double, std::vector<ReferenceValue>> known_references;  // cache of reference values, by time
  std::string error;
};

/// Returns a new handle of the problem.
plumb_problem* open_handle(std::shared_ptr<OpenProblem> problem);
/// Returns the problem of a handle; null if the handle does not exist or was closed.
std::shared_ptr<OpenProblem> problem_of(const plumb_problem* handle);
/// Closes a handle. Returns false if it does not exist or was closed before.
bool close_handle(const plumb_problem* handle);

/// Returns the text of plumb_error(NULL) in this thread, for reading and writing.
std::string& error_of_thread();

}  // namespace plumb
