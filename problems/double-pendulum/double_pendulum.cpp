// Adds to the double pendulum of mechanism.toml, which has absolute coordinates, a formulation in the
// angles of a planar chain.

#include "problems/double-pendulum/double_pendulum.hpp"

#include "problems/mechanisms/minimal_form.hpp"
#include "problems/planar-chain/angle_chain.hpp"

namespace plumb {
namespace {

template <class T>
ChainData<T> data(const Parameters& p) {
  auto out = double_pendulum_data<T>();
  out.gravity = p.number<T>("gravity");
  return out;
}

// Converts angles: in the file they are measured from the downward vertical; in the chain, the first angle is measured
// from the horizontal, and the second relative to the first bar.
template <class T>
Configuration<T> start(const Parameters& p) {
  const T angle1 = p.number<T>("angle1"), rate1 = p.number<T>("rate1");
  Configuration<T> out{Vec<T>(2), Vec<T>(2)};
  out.q << angle1 - std::numbers::pi_v<T> / 2, p.number<T>("angle2") - angle1;
  out.v << rate1, p.number<T>("rate2") - rate1;
  return out;
}

template <class T>
Model<T> with_angles(const Model<T>& space, const Formulation& observed) {
  return with_minimal_form<T>(
      space, observed, [](const Parameters& p) { return AngleChain<T>(data<T>(p)); }, start<T>,
      [](const Parameters& p) {
        return [of = data<T>(p)](const Configuration<T>& angles) { return chain_of_plane_in_space(of, angles); };
      });
}

}  // namespace

Problem double_pendulum_in_angles(Problem space);

Problem double_pendulum_in_angles(Problem space) {
  const auto observed = space.formulations.front();
  space.in_double = with_angles<double>(space.in_double, observed);
  space.in_long = with_angles<long double>(space.in_long, observed);
  space.in_quad = with_angles<quad>(space.in_quad, observed);
  return with_minimal_formulation(std::move(space), "angle of the first bar, and of the second relative to it",
                                  fixed_parts({part("angles", PartKind::angle, "rad", 0, 2)}));
}

}  // namespace plumb
