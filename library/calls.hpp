#pragma once
// Common code of all functions of the C interface: finds the problem of the handle, locks it for the duration of the
// call, and converts exceptions to results.

#include <fmt/format.h>

#include <span>

#include "contract/stop.hpp"
#include "interface/plumb.h"
#include "library/handles.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// Calls `work`. Returns PLUMB_DONE; if `work` throws, returns the plumb_result for the exception, with its message in
/// `error`. No exception leaves this function.
template <class Work>
int guarded(std::string& error, const Work& work) {
  error.clear();
  try {
    work();
    return PLUMB_DONE;
  } catch (const UsageError& e) {
    error = e.what();
    return PLUMB_MISUSED;
  } catch (const SingularEquations& e) {
    error = e.what();
    return PLUMB_NO_SOLUTION;
  } catch (const std::exception& e) {
    error = e.what();
  } catch (const Stopped&) {
    error = "stopped";
  }
  return PLUMB_FAILED_INSIDE;
}

/// Calls `work` with the problem of a handle, which is locked meanwhile.
template <class Work>
int with(const plumb_problem* handle, const Work& work) {
  const auto problem = problem_of(handle);
  if (!problem) {
    error_of_thread() = handle ? "the handle was closed, or is invalid" : "the handle is NULL";
    return PLUMB_MISUSED;
  }
  const std::lock_guard lock(problem->mutex);
  return guarded(problem->error, [&] { work(*problem); });
}

inline std::span<const double> input(const double* x, int size, const char* what) {
  if (!x && size > 0) throw UsageError(fmt::format("{} is NULL", what));
  return {x, static_cast<std::size_t>(size)};
}
inline std::span<double> wanted(double* x, int size, const char* what) {
  if (!x && size > 0) throw UsageError(fmt::format("{} is NULL", what));
  return {x, static_cast<std::size_t>(size)};
}

}  // namespace plumb
