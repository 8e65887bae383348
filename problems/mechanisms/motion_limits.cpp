#include "problems/mechanisms/motion_limits.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "problems/mbs/gears.hpp"
#include "problems/mbs/natural_scales.hpp"
#include "problems/mbs/rigid_body_space.hpp"
#include "problems/mbs/tie_blocks.hpp"
#include "problems/mechanisms/spanning_tree.hpp"

namespace plumb {
namespace {

// A function that computes the coordinate of a joint from q.
using Reading = std::function<double(const Vec<double>& q)>;

struct Limited {
  Reading coordinate;
  double lower, upper, unit;
  bool forgets_turns;

  bool is_passed_at(const Vec<double>& q) const {
    const double rounding = 1e-9 * (unit + std::max(std::abs(lower), std::abs(upper)));
    double x = coordinate(q);
    constexpr double turn = 2 * std::numbers::pi;
    if (forgets_turns) x += turn * std::ceil((lower - rounding - x) / turn);
    return x < lower - rounding || x > upper + rounding;
  }
};

Reading in_space(const mbs::Assembly<double>& parts, std::size_t joint, bool turns) {
  return [data = parts.joints[joint], turns,
          states = std::vector<mbs::BodyState<double>>(parts.bodies.size())](const Vec<double>& q) mutable {
    mbs::place_bodies(q, static_cast<const Vec<double>*>(nullptr), states);
    return mbs::coordinate_of(data, turns, mbs::pair_of(states, data.first, data.second));
  };
}

}  // namespace

MotionLimits motion_limits(const mbs::Mechanism& mechanism, const Formulation& formulation) {
  MotionLimits out;
  if (mechanism.limits.empty()) return out;
  const auto parts = mbs::assemble<double>(mechanism);
  const bool is_minimal = formulation.form == Form::ode;
  const auto tree = mbs::spanning_tree(mechanism);
  const double length = mbs::NaturalScales(parts).length();
  std::vector<Limited> all;
  for (const auto& limits : mechanism.limits) {
    const auto joint = static_cast<std::size_t>(mbs::joint_index(mechanism, limits.joint));
    const auto kind = mechanism.joints[joint].kind;
    const bool turns = kind == mbs::JointKind::revolute;
    if (!turns && kind != mbs::JointKind::translational) continue;
    const double lower = limits.lower.in<double>(), upper = limits.upper.in<double>();
    const int branch = is_minimal ? tree->branch_of_joint(static_cast<int>(joint)) : -1;
    if (is_minimal && branch < 0) continue;  // a joint that closes a loop is not a coordinate
    Reading coordinate = [at = is_minimal ? tree->coordinate_of(branch) : -1](const Vec<double>& q) { return q[at]; };
    if (!is_minimal) coordinate = in_space(parts, joint, turns);
    all.push_back({std::move(coordinate), lower, upper, turns ? 1. : length, turns && !is_minimal});
    out.names.push_back(fmt::format("{} ({:.4g} to {:.4g} {})", limits.joint, lower, upper, turns ? "rad" : "m"));
  }
  out.at = [all = std::move(all)](const Vec<double>& q, std::vector<bool>& passed) {
    for (std::size_t i = 0; i < all.size(); ++i) passed[i] = all[i].is_passed_at(q);
  };
  return out;
}

}  // namespace plumb
