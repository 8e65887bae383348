#include "reference/redundant_integration.hpp"

#include <Eigen/QR>
#include <memory>

#include "reference/extrapolated_motion.hpp"
#include "reference/motion_units.hpp"

namespace plumb {
namespace {

using SharedSystem = std::shared_ptr<AnySystem<quad>>;

/// Converts states in redundant coordinates to minimal coordinates.
class Reduction {
 public:
  Reduction(const Problem& problem, const Parameters& parameters, const Formulation& redundant,
            SharedSystem redundant_system)
      : model_(problem.in_quad),
        parameters_(parameters),
        redundant_(redundant),
        redundant_system_(std::move(redundant_system)),
        minimal_system_(std::make_shared<AnySystem<quad>>(model_.system(parameters, *problem.minimal()))),
        units_(MotionUnits::of(problem, parameters, *problem.minimal())) {}

  /// Returns the q and v whose embedding x(t, q), X v + ∂x/∂t is nearest to a redundant state, by the Gauss-Newton
  /// method from `near`. Column j of X is the change of the embedded velocity if v changes by the unit vector e_j.
  Motion at(const quad& t, const Motion& redundant, const Motion& near) const {
    constexpr int most_iterations = 20;
    Motion m = near;
    Vec<quad> gap(redundant.v.size()), moved = m.q;
    quad before = 1;
    for (int k = 0; k < most_iterations; ++k) {
      const auto at_rest = embedded(t, m.q, Vec<quad>::Zero(m.v.size()));
      const Eigen::HouseholderQR<Mat<quad>> solver(velocities(t, m.q, at_rest.v));
      redundant_system_->local(at_rest.q, redundant.q, gap);
      const Vec<quad> change = solver.solve(gap);
      minimal_system_->retract(m.q, change, moved);
      m.q = moved;
      m.v = solver.solve(redundant.v - at_rest.v);
      const quad size = units_.largest(change);
      if (size == 0 || (size < quad("1e-25") && size >= before / 2)) break;  // only rounding remains
      before = size;
    }
    return m;
  }

 private:
  Motion embedded(const quad& t, const Vec<quad>& q, const Vec<quad>& v) const {
    return model_.embed(parameters_, redundant_, t, {q, v});
  }
  Mat<quad> velocities(const quad& t, const Vec<quad>& q, const Vec<quad>& at_rest) const {
    const auto n = minimal_system_->sizes().v;
    Mat<quad> out(at_rest.size(), n);
    for (Eigen::Index j = 0; j < n; ++j) out.col(j) = embedded(t, q, Vec<quad>::Unit(n, j)).v - at_rest;
    return out;
  }

  const Model<quad>& model_;
  const Parameters& parameters_;
  const Formulation& redundant_;
  SharedSystem redundant_system_, minimal_system_;
  MotionUnits units_;
};

}  // namespace

SampledMotion led_back(SampledMotion motion, const Problem& problem, const Parameters& parameters,
                       const Formulation& formulation, std::span<const quad> times, std::span<const Motion> near) {
  const auto system = std::make_shared<AnySystem<quad>>(problem.in_quad.system(parameters, formulation));
  const auto begin = problem.begin<quad>();
  const Reduction reduction(problem, parameters, formulation, system);
  for (std::size_t i = 0; i < motion.at.size(); ++i)
    motion.at[i] = reduction.at(begin + times[i], motion.at[i], near[i]);
  return motion;
}

SampledMotion integrate_redundant(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                                  std::span<const quad> times, const std::vector<quad>& breaks,
                                  std::span<const Motion> near) {
  return led_back(extrapolated_motion(problem, parameters, formulation, times, breaks), problem, parameters,
                  formulation, times, near);
}

}  // namespace plumb
