#include "problems/mbs/element_sections.hpp"

#include "numerics/each_scalar.hpp"
#include "problems/mbs/frames.hpp"
#include "problems/mbs/rigid_body_space.hpp"
#include "problems/mbs/tie_blocks.hpp"

namespace plumb::mbs {

template <class T>
void add_element(BeamForce<T> law, BeamRotations rotations, std::array<int, most_nodes> bodies, Assembly<T>& to) {
  if (rotations == BeamRotations::relative) {
    to.forces.push_back({bodies, std::move(law)});
    return;
  }
  const CarriedBeamForce<T> carrying{std::move(law)};
  auto places = bodies;
  for (std::size_t cut = 0; cut < 2; ++cut) {
    places[3 + cut] = to.places();
    to.sections.push_back(carrying.section(cut, {bodies[0], bodies[1], bodies[2]}));
  }
  to.forces.push_back({places, carrying});
}

template <class T>
void begin_sections(const Assembly<T>& parts, Vec<T>& q, Vec<T>& v) {
  if (parts.sections.empty()) return;
  std::vector<BodyState<T>> states(parts.bodies.size());
  place_bodies(q, static_cast<const Vec<T>*>(nullptr), states);
  v.tail(6 * static_cast<Eigen::Index>(parts.sections.size())).setZero();
  for (const auto& force : parts.forces) {
    const auto* law = std::get_if<CarriedBeamForce<T>>(&force.law);
    if (!law) continue;
    for (std::size_t cut = 0; cut < 2; ++cut) {
      const auto section = law->relative(cut, group_of<3>(states, force.nodes));
      const int place = force.nodes[3 + cut];
      q.template segment<3>(7 * place) = section.r;
      q.template segment<4>(7 * place + 3) = quaternion_of<T>(section.A);
    }
  }
}

template <class T>
Assembly<T> with_relative_rotations(Assembly<T> parts) {
  for (auto& force : parts.forces)
    if (const auto* law = std::get_if<CarriedBeamForce<T>>(&force.law)) force.law = BeamForce<T>(law->element);
  parts.sections.clear();
  parts.q.conservativeResize(7 * parts.places());
  parts.v.conservativeResize(6 * parts.places());
  return parts;
}

#define PLUMB_INSTANTIATE(T)                                                                         \
  template void add_element(BeamForce<T>, BeamRotations, std::array<int, most_nodes>, Assembly<T>&); \
  template void begin_sections(const Assembly<T>&, Vec<T>&, Vec<T>&);                                \
  template Assembly<T> with_relative_rotations(Assembly<T>);
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
