#pragma once
// Every function of the C interface does this around its work: it finds the problem of the handle, keeps other threads
// from it meanwhile, and turns exceptions into results.

#include <fmt/format.h>

#include <span>

#include "contract/stop.hpp"
#include "interface/plumb.h"
#include "library/handles.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// Does `work` and returns PLUMB_DONE, or the result that stands for its exception. No exception leaves this function.
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

/// Runs one call with a handle; meanwhile other threads cannot use the handle.
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

inline std::span<const double> given(const double* x, int size, const char* what) {
  if (!x && size > 0) throw UsageError(fmt::format("{} is NULL", what));
  return {x, static_cast<std::size_t>(size)};
}
inline std::span<double> wanted(double* x, int size, const char* what) {
  if (!x && size > 0) throw UsageError(fmt::format("{} is NULL", what));
  return {x, static_cast<std::size_t>(size)};
}

}  // namespace plumb
