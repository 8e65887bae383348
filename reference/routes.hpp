#pragma once
// The independent routes to a problem's motion (their list: reference/certified.hpp).

#include <string>
#include <vector>

#include "problems/problem.hpp"
#include "reference/known_motion.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

class Routes {
 public:
  using Times = std::vector<quad>;  // times, ascending [s]

  /// Throws std::invalid_argument if no motion is known. Problem and parameters have to outlive the routes.
  Routes(const Problem& problem, const Parameters& parameters);

  struct Found {
    std::string name;
    SampledMotion motion;
  };

  /// Returns the motion by every route at these times. Precondition: the motion is not lost at any of them. The first
  /// route reaches all times; the others may stop earlier.
  std::vector<Found> at(const Times& absolute) const;

  /// Returns whether the route stopped because its steps became too short, for example in an explicit scheme for a
  /// stiff motion.
  static bool gave_up(const Found& route, const Times& times);

  bool lost(const quad& t) const;
  Motion at(const quad& t) const { return known_.at(t); }

 private:
  SampledMotion known(const Times& times) const;
  Times stops(const quad& end) const;

  const Problem& problem_;
  const Parameters& parameters_;
  KnownMotion known_;
  const Formulation& carrier_;
  const Formulation* redundant_ = nullptr;
  Motion start_;
  quad begin_;  // initial time [s]
};

/// Throws std::invalid_argument if all routes except the first stopped before the last of `times`, because they would
/// need too many steps. The message contains the time that they can reach.
void require_confirmed(const std::vector<Routes::Found>& found, const Routes::Times& times, const quad& begin);

}  // namespace plumb
