#include "problems/mechanisms/beam_vibrations.hpp"

#include <algorithm>
#include <cmath>

#include "problems/mbs/redundancy.hpp"
#include "problems/mbs/tie_blocks.hpp"

namespace plumb {

double fastest_vibration(const mbs::Mechanism& mechanism) {
  if (mechanism.beam_elements.empty()) return 0;
  const auto parts = mbs::assemble<double>(mechanism);
  const auto states = mbs::initial_states(parts);
  Vec<double> sums = Vec<double>::Zero(parts.v.size());
  mbs::each_force(parts.forces, states, [&]<class Law>(const Law& law, const auto& bodies, const auto& group) {
    constexpr bool is_carried = mbs::Carries<Law>;
    if constexpr (is_carried || std::is_same_v<Law, mbs::BeamForce<double>>) {
      auto k = zeros<mbs::GroupMatrix<double, 3>>(), d = k;
      if constexpr (is_carried)
        law.element.add_tangents(group, 0, k, d);
      else
        law.add_tangents(group, 0, k, d);
      mbs::add_group_part(mbs::GroupVector<double, 3>(k.cwiseAbs().rowwise().sum()), bodies, sums);
    }
  });
  double largest = 0;
  for (std::size_t k = 0; k < parts.bodies.size(); ++k)
    for (int i = 0; i < 6; ++i) {
      const auto& body = parts.bodies[k];
      const double mass = i < 3 ? body.mass : body.inertia(i - 3, i - 3);
      largest = std::max(largest, sums[6 * static_cast<Eigen::Index>(k) + i] / mass);
    }
  return std::sqrt(largest);
}

}  // namespace plumb
