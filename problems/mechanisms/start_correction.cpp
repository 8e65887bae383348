#include "problems/mechanisms/start_correction.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/rigid_body_space.hpp"

namespace plumb {
namespace {

using System = mbs::MultibodySystem<double>;
using Start = mbs::InitialState<double>;

struct Displacement {
  const char *name, *unit;
  Eigen::Index offset;  // among the six of a body
};
constexpr std::array<Displacement, 2> displacements = {{{"position", "m", 0}, {"attitude", "rad", 3}}},
                                      velocities = {{{"velocity", "m/s", 0}, {"angular velocity", "rad/s", 3}}};

double beyond_rounding(double size) { return 1024 * std::numeric_limits<double>::epsilon() * (1 + size); }

void add(std::string& list, const std::string& item) { list.append(list.empty() ? "" : ", ").append(item); }

/// The body whose three components of this kind in `all`, which has six for each body, are the largest.
Eigen::Index largest_of(const Vec<double>& all, const Displacement& kind) {
  Eigen::Index out = 0;
  for (Eigen::Index body = 0; 6 * body < all.size(); ++body)
    if (all.segment<3>(6 * body + kind.offset).norm() > all.segment<3>(6 * out + kind.offset).norm()) out = body;
  return out;
}

const std::string& name_of(const mbs::Mechanism& mechanism, Eigen::Index body) {
  return mechanism.bodies[static_cast<std::size_t>(body)].name;
}

}  // namespace

std::string correction_in_words(const mbs::Mechanism& mechanism, const System& system, const Start& start) {
  const auto& written = system.assembly();
  Vec<double> moved = Vec<double>::Zero(start.v.size());
  system.local(written.q, start.q, moved);
  const Vec<double> change = start.v - written.v;
  std::string out;
  for (const auto& kind : displacements) {
    const auto body = largest_of(moved, kind);
    const double size = moved.segment<3>(6 * body + kind.offset).norm();
    if (size > beyond_rounding(written.q.cwiseAbs().maxCoeff()))
      add(out, fmt::format("{} of '{}' by {:.3g} {}", kind.name, name_of(mechanism, body), size, kind.unit));
  }
  for (const auto& kind : velocities) {
    const auto body = largest_of(change, kind), at = 6 * body + kind.offset;
    const double size = change.segment<3>(at).norm();
    if (size > beyond_rounding(written.v.cwiseAbs().maxCoeff()))
      add(out, fmt::format("{} of '{}' by {:.3g} {} (from {:.3g} to {:.3g})", kind.name, name_of(mechanism, body), size,
                           kind.unit, written.v.segment<3>(at).norm(), start.v.segment<3>(at).norm()));
  }
  return out;
}

void require_small_correction(const mbs::Mechanism& mechanism, const System& system, const Start& start) {
  constexpr double most = 2;
  const auto& written = system.assembly();
  for (Eigen::Index body = 0; 6 * body < written.v.size(); ++body)
    for (const auto& kind : velocities) {
      const auto at = 6 * body + kind.offset;
      const Eigen::Vector3d before = written.v.segment<3>(at), after = start.v.segment<3>(at);
      const double ratio = after.norm() / before.norm();
      if (before.norm() == 0 || (ratio * most >= 1 && ratio <= most && before.dot(after) >= 0)) continue;
      throw mbs::MechanismMistake(
          Mistake::contradiction, mbs::item("body", name_of(mechanism, body)),
          fmt::format(
              "inconsistent initial values: its {0} is written as {1:.3g} {2} and would be corrected by {3:.3g} {2}, "
              "to {4:.3g}; corrected is what stays within a factor of {5}. Give the velocities of the bodies that "
              "move with it, too",
              kind.name, before.norm(), kind.unit, (after - before).norm(), after.norm(), most));
    }
}

}  // namespace plumb
