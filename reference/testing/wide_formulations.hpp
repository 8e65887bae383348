#pragma once
// Creates problems in 50 digits from the systems of their formulations.

#include <array>
#include <initializer_list>
#include <memory>
#include <stdexcept>

#include "problems/catalogue.hpp"
#include "reference/testing/wide_problems.hpp"

namespace plumb::testing {

using WideEmbedding = std::function<WideState(const wide& t, const WideState& carried)>;

inline Vec<wide> wide_vector(std::initializer_list<wide> entries) {
  Vec<wide> out(static_cast<Eigen::Index>(entries.size()));
  Eigen::Index i = 0;
  for (const auto& x : entries) out[i++] = x;
  return out;
}

/// Returns the values of four parameters of a problem.
inline Vec<wide> four_numbers(const Parameters& p, const std::array<const char*, 4>& names) {
  return wide_vector(
      {p.number<wide>(names[0]), p.number<wide>(names[1]), p.number<wide>(names[2]), p.number<wide>(names[3])});
}

/// Creates a formulation from its system.
template <class System>
WideFormulation wide_formulation(
    std::string name, const std::string& problem, System made,
    WideEmbedding embed = [](const wide&, const WideState& x) { return x; }) {
  const auto system = std::make_shared<System>(std::move(made));
  const auto outputs = static_cast<Eigen::Index>(catalogued_problem(problem).outputs.size());
  return {std::move(name), std::move(embed), [system, outputs](const wide& t, WideQuantities& x) {
            const auto sizes = system->sizes();
            typename System::Q q = x.q;
            typename System::V v = x.v, a = Vec<wide>(Vec<wide>::Zero(sizes.v));
            typename System::L lambda = Vec<wide>(Vec<wide>::Zero(sizes.lambda));
            if (!system->acceleration(t, q, v, a, lambda)) throw std::runtime_error("singular");
            x.a = a;
            x.lambda = lambda;
            x.outputs = Vec<wide>::Zero(outputs);
            system->outputs(t, {q, v, a, lambda}, x.outputs);
          }};
}

/// Returns q' for v. For the first coordinates q' = v. The quaternions at the end of q have the angular velocities ω at
/// the end of v. The number of quaternions is the difference of the sizes of q and v.
inline Vec<wide> wide_position_rate(const Vec<wide>& q, const Vec<wide>& v) {
  const auto rotations = q.size() - v.size(), n = v.size() - 3 * rotations;
  Vec<wide> out(q.size());
  out.head(n) = v.head(n);
  for (Eigen::Index k = 0; k < rotations; ++k) {
    const so3::Quaternion<wide> turning(wide(0), v[n + 3 * k], v[n + 3 * k + 1], v[n + 3 * k + 2]);
    out.segment<4>(n + 4 * k) = so3::product<wide>(q.segment<4>(n + 4 * k), turning) / 2;
  }
  return out;
}

/// Creates a problem; the start and the motion are in the coordinates of the first formulation.
inline WideProblem problem_of(WideState start, std::vector<WideFormulation> formulations) {
  WideProblem out{std::move(start), std::move(formulations)};
  out.rates = [complete = out.formulations.front().complete](const wide& t, const WideState& x, Vec<wide>& dq,
                                                             Vec<wide>& dv) {
    WideQuantities at{x.q, x.v, {}, {}, {}};
    complete(t, at);
    dq = wide_position_rate(x.q, x.v);
    dv = at.a;
  };
  return out;
}

}  // namespace plumb::testing
