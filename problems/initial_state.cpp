#include <mutex>
#include <optional>

#include "contract/remembered.hpp"
#include "problems/problem.hpp"

namespace plumb {
namespace {

// Returns the reason why the initial state is refused; nullopt if it is accepted.
std::optional<std::string> refusal(const Problem& problem, const Parameters& parameters,
                                   const Formulation& formulation) {
  try {
    auto system = problem.in_quad.system(parameters, formulation);
    initial_state(problem, parameters, formulation, system);
    return {};
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

}  // namespace

void require_consistent_start(const Problem& problem, const Parameters& parameters, const Formulation& formulation) {
  static std::mutex guard;
  static Remembered<std::string, std::optional<std::string>> known;
  const auto key = problem.name + "(" + parameters.canonical() + ")/" + formulation.name;
  const std::lock_guard lock(guard);
  const auto& refused = known(key, [&] { return refusal(problem, parameters, formulation); });
  if (refused) throw std::invalid_argument(*refused);
}

}  // namespace plumb
