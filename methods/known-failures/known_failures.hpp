#pragma once
// The known failures and their reasons, in one list. `plumb list failures` and `plumb show method` print it, tests skip
// its entries, and tests/known_failures_test.cpp verifies that each failure happens.

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "methods/method.hpp"

namespace plumb {

enum class Failure {
  diverges,               // state blows up: the run ends with a status, or continues without a correct digit
  leaves_constraints,     // positions violate the constraints of the formulation increasingly
  multipliers_oscillate,  // error of λ neither decays nor decreases with the step; q and v keep their order
  refused,                // start returns Status::unsupported
};

inline constexpr std::array<std::string_view, 4> failure_names = {"diverges", "leaves the constraints",
                                                                  "multipliers oscillate", "is refused"};
constexpr std::string_view name(Failure f) { return failure_names[static_cast<std::size_t>(f)]; }

struct KnownFailure {
  std::string_view methods;                    // names of methods, separated by blanks
  std::map<std::string, std::string> example;  // parameters of an example; other parameters have their defaults
  std::string_view where = {};                 // text on the affected parameters, if not only `example` is affected
  bool (*holds)(const Parameters&) = nullptr;  // whether parameters are affected; null: if they equal `example`
  std::string_view problem;                    // name of the problem; "*": all problems
  std::string_view forms;                      // forms of equations, separated by blanks
  Failure happens;
  std::string_view reason, source;

  bool concerns(std::string_view method) const;
  /// Returns whether these complete parameters are affected. Precondition: they belong to a method for which concerns()
  /// is true.
  bool holds_for(const Parameters& parameters) const;
  /// Describes the affected parameters; empty if the failure happens with all parameters.
  std::string parameters() const;
};

const std::vector<KnownFailure>& known_failures();

/// Returns whether this is a known failure of a method with complete parameters.
bool is_known(Failure what, std::string_view method, const Parameters& parameters, std::string_view problem, Form form);

/// Returns the names in a list separated by blanks.
std::vector<std::string_view> names_in(std::string_view list);

}  // namespace plumb
