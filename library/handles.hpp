#pragma once
// The handles of the C interface: numbers in the shape of a pointer, which are never given twice, so that one that was
// closed is refused and not followed.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "harness/api/api.hpp"

struct plumb_problem;

namespace plumb {

/// An open problem. `mutex` is held by who uses it.
struct OpenProblem {
  explicit OpenProblem(const std::string& problem, const std::string& formulation);

  std::mutex mutex;
  Equations equations;
  std::vector<Quantified> components, outputs, invariants, of_reference;
  std::map<double, std::vector<ReferenceValue>> known_references;  // by time, since certifying takes seconds
  std::string error;
};

/// The new handle of a problem.
plumb_problem* open_handle(std::shared_ptr<OpenProblem> problem);
/// The problem of a handle; null: there is none, or it was closed.
std::shared_ptr<OpenProblem> problem_of(const plumb_problem* handle);
/// Whether there was such a handle.
bool close_handle(const plumb_problem* handle);

/// What plumb_error(NULL) says in this thread.
std::string& error_of_thread();

}  // namespace plumb
