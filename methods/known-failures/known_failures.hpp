#pragma once
// The known failures and their reasons. This is the only such list: `plumb list failures` and `plumb show method` print
// it, tests take their exceptions from it, and tests/known_failures_test.cpp sees each of them happen.

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "methods/method.hpp"

namespace plumb {

enum class Failure {
  diverges,               // the state blows up: the run ends with a status, or goes on without a right digit
  leaves_constraints,     // positions drift off the constraints that the formulation imposes
  multipliers_oscillate,  // λ has an error that neither decays nor shrinks with the step; q and v keep their order
  refused,                // the start says `unsupported`
};

inline constexpr std::array<std::string_view, 4> failure_names = {"diverges", "leaves the constraints",
                                                                  "multipliers oscillate", "is refused"};
constexpr std::string_view name(Failure f) { return failure_names[static_cast<std::size_t>(f)]; }

struct KnownFailure {
  std::string_view methods;                    // names, with blanks between
  std::map<std::string, std::string> given;    // parameters with which it is seen; the others have their defaults
  std::string_view where = {};                 // describes the parameters concerned, where these are not the only ones
  bool (*holds)(const Parameters&) = nullptr;  // the same as a predicate; unset: with the values of `given`
  std::string_view problem;                    // "*": every one
  std::string_view forms;                      // forms of equations, with blanks between
  Failure happens;
  std::string_view reason, source;

  bool concerns(std::string_view method) const;
  /// Returns whether these complete parameters are among those that fail. Precondition: they belong to a method
  /// concerned.
  bool holds_for(const Parameters& parameters) const;
  /// Describes the parameters that matter; it is empty if the failure happens with all of them.
  std::string parameters() const;
};

const std::vector<KnownFailure>& known_failures();

/// Returns whether this is known to happen to a method with complete parameters.
bool is_known(Failure what, std::string_view method, const Parameters& parameters, std::string_view problem, Form form);

/// The names in a list with blanks between them.
std::vector<std::string_view> names_in(std::string_view list);

}  // namespace plumb
