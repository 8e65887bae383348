// Adds to the problem chain(n), which has absolute coordinates, a formulation in the attitudes of its bars.

#include "problems/adapters/minimal.hpp"
#include "problems/adapters/with_rotation.hpp"
#include "problems/chain/chain_data.hpp"
#include "problems/mechanisms/minimal_form.hpp"

namespace plumb {
namespace {

int bars(const Parameters& p) { return static_cast<int>(p.number<double>("n")); }

template <class T>
SphericalChainData<T> data(const Parameters& p) {
  auto out = hanging_chain_data<T>(bars(p));
  out.gravity *= p.number<T>("gravity") / (T(981) / 100);
  return out;
}

template <class T>
Model<T> with_attitudes(const Model<T>& space, const Formulation& observed) {
  const auto system = [](const Parameters& p) {
    SphericalChain<T> out(data<T>(p));
    out.rotations = chart_of_rotations<T>(p);
    return Minimal(out);
  };
  const auto start = [space, observed](const Parameters& p) {
    const auto x = space.initial(p, observed);
    Configuration<T> out{Vec<T>(4 * bars(p)), Vec<T>(3 * bars(p))};
    for (Eigen::Index k = 0; k < bars(p); ++k) {
      out.q.template segment<4>(4 * k) = x.q.template segment<4>(7 * k + 3);
      out.v.template segment<3>(3 * k) = x.v.template segment<3>(6 * k + 3);
    }
    return out;
  };
  return with_minimal_form<T>(space, observed, system, start, [](const Parameters& p) {
    return [of = data<T>(p)](const Configuration<T>& minimal) { return chain_in_space(of, minimal); };
  });
}

std::vector<Part> parts(const Parameters& p) {
  std::vector<Part> out;
  for (int k = 0; k < bars(p); ++k)
    out.push_back({"attitude of link" + std::to_string(k + 1), PartKind::rotation, "-", {4 * k, 4}, {3 * k, 3}});
  return out;
}

}  // namespace

Problem chain_in_attitudes(Problem space);

Problem chain_in_attitudes(Problem space) {
  const auto observed = space.formulations.front();
  space.in_double = with_attitudes<double>(space.in_double, observed);
  space.in_long = with_attitudes<long double>(space.in_long, observed);
  space.in_quad = with_attitudes<quad>(space.in_quad, observed);
  return with_minimal_formulation(std::move(space), "attitudes of the bars and angular velocities in them", parts);
}

}  // namespace plumb
