#include "reference/collocation.hpp"

#include <cmath>
#include <limits>

#include "contract/stop.hpp"

namespace plumb {
namespace {

using Index = Eigen::Index;

struct Exact {
  Mat<quad> once = zeros<Mat<quad>>(collocation_nodes, collocation_nodes), twice = once;

  Exact() {
    for (int i = 0; i < collocation_nodes; ++i) {
      CollocationNodes::Values unit{};
      unit[static_cast<std::size_t>(i)] = 1;
      const auto first = integrated(CollocationNodes::expand(unit), 1);
      const auto of_first = CollocationNodes::values(first), of_second = CollocationNodes::values(integrated(first, 1));
      for (int j = 0; j < collocation_nodes; ++j) {
        once(j, i) = of_first[static_cast<std::size_t>(j)];
        twice(j, i) = of_second[static_cast<std::size_t>(j)];
      }
    }
  }
};

// Adds factor · matrix · in to `out`, column by column.
template <class T, class U>
void add_product(const U& factor, const Mat<U>& matrix, const Mat<U>& in, Mat<T>& out) {
  Vec<U> sum(collocation_nodes);
  for (Index i = 0; i < in.cols(); ++i) {
    clear(sum);
    for (int k = 0; k < collocation_nodes; ++k)
      for (int j = 0; j < collocation_nodes; ++j) sum[j] += matrix(j, k) * in(k, i);
    for (int j = 0; j < collocation_nodes; ++j) out(j, i) += T(factor * sum[j]);
  }
}

}  // namespace

template <class T>
const Integration<T>& Integration<T>::get() {
  static const Exact exact;
  static const Integration made{exact.once.cast<T>(), exact.twice.cast<T>()};
  return made;
}

template <class T>
void CollocationInterval<T>::integrate(NodalMotion<T>& motion) const {
  motion.v.resize(collocation_nodes, q.size());
  motion.q.resize(collocation_nodes, q.size());
  for (Index i = 0; i < q.size(); ++i)
    for (int j = 0; j < collocation_nodes; ++j) {
      motion.v(j, i) = v[i];
      motion.q(j, i) = q[i] + half_width * (1 + T(CollocationNodes::node(j))) * v[i];
    }
  add(motion.a, motion);
}

template <class T>
template <class U>
void CollocationInterval<T>::add(const Mat<U>& accelerations, NodalMotion<T>& motion) const {
  const U h(half_width);
  add_product(h, Integration<U>::get().once, accelerations, motion.v);
  add_product(U(h * h), Integration<U>::get().twice, accelerations, motion.q);
}

template <class T>
Mat<T> CollocationInterval<T>::residual(const Acceleration<T>& acceleration, const NodalMotion<T>& motion) const {
  const Index size = q.size();
  Mat<T> out(collocation_nodes, size);
  Vec<T> q_now(size), v_now(size), a_now(size);
  for (int j = 0; j < collocation_nodes; ++j) {
    for (Index i = 0; i < size; ++i) {
      q_now[i] = motion.q(j, i);
      v_now[i] = motion.v(j, i);
    }
    stopping_point();
    acceleration(time(j), q_now, v_now, a_now);
    for (Index i = 0; i < size; ++i) {
      using std::isfinite;
      if (!isfinite(a_now[i])) {
        out.setConstant(std::numeric_limits<T>::quiet_NaN());
        return out;
      }
      out(j, i) = a_now[i] - motion.a(j, i);
    }
  }
  return out;
}

template struct Integration<double>;
template struct Integration<long double>;
template struct Integration<quad>;
template struct CollocationInterval<double>;
template struct CollocationInterval<quad>;
template void CollocationInterval<quad>::add(const Mat<long double>&, NodalMotion<quad>&) const;

}  // namespace plumb
