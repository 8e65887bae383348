#include "problems/mechanisms/start_correction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "numerics/binary_scale.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/natural_scales.hpp"
#include "problems/mbs/redundancy.hpp"
#include "problems/mbs/rigid_body_space.hpp"
#include "problems/mbs/tie_blocks.hpp"

namespace plumb {
namespace {

using System = mbs::MultibodySystem<double>;
using Start = mbs::InitialState<double>;

struct Displacement {
  const char *name, *unit;
  Eigen::Index offset;  // offset among the six coordinates of a body
};
constexpr std::array<Displacement, 2> displacements = {{{"position", "m", 0}, {"attitude", "rad", 3}}},
                                      velocities = {{{"velocity", "m/s", 0}, {"angular velocity", "rad/s", 3}}};

double beyond_rounding(double size, double unit) {
  return 1024 * std::numeric_limits<double>::epsilon() * (unit + size);
}

void add(std::string& list, const std::string& item) { list.append(list.empty() ? "" : ", ").append(item); }

/// Returns the body with the largest vector of this kind in `all`, which has six components for each body.
Eigen::Index largest_of(const Vec<double>& all, const Displacement& kind) {
  Eigen::Index out = 0;
  for (Eigen::Index body = 0; 6 * body < all.size(); ++body)
    if (all.segment<3>(6 * body + kind.offset).norm() > all.segment<3>(6 * out + kind.offset).norm()) out = body;
  return out;
}

/// Returns the largest component of this kind in `all`, which has `stride` components for each body.
double size_of(const Vec<double>& all, Eigen::Index stride, const Displacement& kind) {
  double out = 0;
  for (Eigen::Index body = 0; stride * (body + 1) <= all.size(); ++body)
    out = std::max(out, all.segment<3>(stride * body + kind.offset).cwiseAbs().maxCoeff());
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
  const double length = mbs::NaturalScales(written).length();
  for (const auto& kind : displacements) {
    const auto body = largest_of(moved, kind);
    const double size = moved.segment<3>(6 * body + kind.offset).norm();
    const double of_all = kind.offset == 0 ? size_of(written.q, 7, kind) : 1;
    if (size > beyond_rounding(of_all, kind.offset == 0 ? length : 1))
      add(out, fmt::format("{} of '{}' by {:.3g} {}", kind.name, name_of(mechanism, body), size, kind.unit));
  }
  for (const auto& kind : velocities) {
    const auto body = largest_of(change, kind), at = 6 * body + kind.offset;
    const double size = change.segment<3>(at).norm();
    const double of_all = size_of(written.v, 6, kind);
    if (size > beyond_rounding(of_all, binary_scale(of_all)))
      add(out, fmt::format("{} of '{}' by {:.3g} {} (from {:.3g} to {:.3g})", kind.name, name_of(mechanism, body), size,
                           kind.unit, written.v.segment<3>(at).norm(), start.v.segment<3>(at).norm()));
  }
  return out;
}

void require_axes_alike(const mbs::Mechanism& mechanism, const System& system) {
  const auto& parts = system.assembly();
  const auto states = mbs::initial_states(parts);
  for (std::size_t k = 0; k < mechanism.joints.size(); ++k) {
    using enum mbs::JointKind;
    const auto& joint = mechanism.joints[k];
    const bool is_parallel =
        joint.kind == revolute || joint.kind == cylindrical || joint.kind == translational || joint.kind == planar;
    if (!is_parallel || !joint.on_first.axis || !joint.on_second.axis) continue;
    const auto& data = parts.joints[k];
    const auto p = mbs::pair_of(states, data.first, data.second);
    const Eigen::Vector3d a = p.first.A * data.on_first.axes.col(2), b = p.second.A * data.on_second.axes.col(2);
    if (a.dot(b) >= 0) continue;
    throw mbs::MechanismMistake(
        Mistake::contradiction, mbs::item("joint", joint.name),
        fmt::format("its axes on '{}' and '{}' point in opposite directions, {:.4g} degrees apart; they must be "
                    "parallel: reverse one of them",
                    joint.first, joint.second, std::atan2(a.cross(b).norm(), a.dot(b)) * 180 / std::numbers::pi));
  }
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
              "inconsistent initial values: its {0} of {1:.3g} {2} would be corrected by {3:.3g} {2}, to {4:.3g} {2}; "
              "only corrections within a factor of {5} are allowed. Give the velocities of the connected bodies, too",
              kind.name, before.norm(), kind.unit, (after - before).norm(), after.norm(), most));
    }
}

}  // namespace plumb
