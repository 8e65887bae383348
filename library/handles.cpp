#include "library/handles.hpp"

#include <cstdint>
#include <map>
#include <shared_mutex>

namespace plumb {
namespace {

struct Handles {
  std::shared_mutex mutex;
  std::map<std::uintptr_t, std::shared_ptr<OpenProblem>> open;
  std::uintptr_t last = 0;
};

Handles& handles() {
  static Handles all;
  return all;
}

std::uintptr_t number_of(const plumb_problem* handle) { return reinterpret_cast<std::uintptr_t>(handle); }

void append(std::vector<Quantified>& to, const char* letter, int count, const char* unit, const char* meaning) {
  for (int i = 1; i <= count; ++i) to.push_back({letter + std::to_string(i), unit, meaning});
}

std::vector<Quantified> reference_quantities(const Equations& equations) {
  const auto sizes = equations.sizes();
  auto out = equations.components();
  out.resize(static_cast<std::size_t>(sizes.q + sizes.v));
  append(out, "a", sizes.v, "SI", "acceleration");
  append(out, "lambda", sizes.lambda, "SI", "multiplier");
  for (auto& output : equations.outputs()) out.push_back(output);
  return out;
}

}  // namespace

OpenProblem::OpenProblem(const std::string& problem, const std::string& formulation)
    : equations(problem, formulation),
      components(equations.components()),
      outputs(equations.outputs()),
      invariants(equations.invariants()),
      of_reference(reference_quantities(equations)) {}

plumb_problem* open_handle(std::shared_ptr<OpenProblem> problem) {
  auto& all = handles();
  const std::unique_lock lock(all.mutex);
  all.open.emplace(++all.last, std::move(problem));
  return reinterpret_cast<plumb_problem*>(all.last);
}

std::shared_ptr<OpenProblem> problem_of(const plumb_problem* handle) {
  auto& all = handles();
  const std::shared_lock lock(all.mutex);
  const auto at = all.open.find(number_of(handle));
  return at == all.open.end() ? nullptr : at->second;
}

bool close_handle(const plumb_problem* handle) {
  auto& all = handles();
  const std::unique_lock lock(all.mutex);
  return all.open.erase(number_of(handle)) != 0;
}

std::string& error_of_thread() {
  static thread_local std::string error;
  return error;
}

}  // namespace plumb
