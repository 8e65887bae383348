#pragma once
// The pairs of problem and method that run in the static binding: those whose runs have many steps.

#include <optional>
#include <string>
#include <vector>

#include "harness/drive.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Everything a run needs, looked up and checked.
template <class T>
struct Job {
  std::string_view problem, formulation, method;
  const Parameters* problem_parameters = nullptr;
  MethodOptions options;
  T h = 0;
  Plan plan;
  Vec<T> q0, v0, a0, lambda0;
  int output_count = 0;
  Counters counters = {};  // filled by the run
};

/// Runs the job if it is on the list, else none. T is double or long double.
template <class T>
std::optional<Run<T>> drive_statically(Job<T>& job, const StopRequest& stop);

/// "problem/formulation/method" of every pair on the list.
std::vector<std::string> static_pairs();

/// Adds up what the system counted and what the method counted.
Counters total(const Counters& system, const Counters& method, std::int64_t steps);

}  // namespace plumb
