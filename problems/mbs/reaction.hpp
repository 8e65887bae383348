#pragma once
// The reaction Gᵀλ of one basic constraint. Most joints do not need G: the force λ at the point s of a body has the
// moment s × Aᵀλ in the body. For a product of two directions, x·y with x = A a, the moment is λ a × Aᵀy.

#include "problems/mbs/tie_blocks.hpp"

namespace plumb::mbs {

/// Adds Gᵀλ of the constraint to `out`, a vector of the velocities of all bodies; `lambda` has the constraint's rows.
template <class T, class Law>
void add_reaction(const Law& law, const Tie<T>& tie, const Pair<T>& p, const T& t, const Vec<T, Law::rows>& lambda,
                  Vec<T>& out) {
  const auto add = [&](const Vector<T>& x, bool second, int first_entry) {
    const int body = second ? tie.second : tie.first;
    for (int i = 0; i < 3 && body != on_ground; ++i) out[6 * body + first_entry + i] += x[i];
  };
  if constexpr (std::is_same_v<Law, CoincidentPoints<T>>) {
    add(-lambda, false, 0);
    add(three::cross(three::transposed_product(p.first.A, lambda), law.d.on_first), false, 3);
    add(lambda, true, 0);
    add(three::cross(law.d.on_second, three::transposed_product(p.second.A, lambda)), true, 3);
    return;
  } else if constexpr (std::is_same_v<Law, DotOne<T>>) {
    if (!law.moves()) {
      const auto& of_x = (law.x.on_second ? p.second : p.first).A;
      const auto& of_y = (law.y.on_second ? p.second : p.first).A;
      const Vector<T> x = law.x.along, y = law.y.along;
      const T weight = law.scale * lambda[0];
      const Vector<T> by_x = three::scaled(weight, three::product(of_x, x));
      const Vector<T> by_y = three::scaled(weight, three::product(of_y, y));
      add(three::cross(x, three::transposed_product(of_x, by_y)), law.x.on_second, 3);
      add(three::cross(y, three::transposed_product(of_y, by_x)), law.y.on_second, 3);
      return;
    }
  }
  PairRows<T, Law::rows> g;
  law.jacobian(p, t, g);
  const PairVector<T> own = g.transpose() * lambda;
  add_pair_part(own, tie.first, tie.second, out);
}

}  // namespace plumb::mbs
