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
void add_product(double factor, const Mat<double>& matrix, const Mat<double>& in, Mat<double>& out) {
  Vec<double> sum(collocation_nodes);
  for (Index i = 0; i < in.cols(); ++i) {
    clear(sum);
    for (int k = 0; k < collocation_nodes; ++k)
      for (int j = 0; j < collocation_nodes; ++j) sum[j] += matrix(j, k) * in(k, i);
    for (int j = 0; j < collocation_nodes; ++j) out(j, i) += factor * sum[j];
  }
}
void add_product(const quad& factor, const QuadMatrix& matrix, const Mat<quad>& in, Mat<quad>& out) {
  std::array<quad, collocation_nodes> sum;
  for (Index i = 0; i < in.cols(); ++i) {
    matrix.multiply({in.col(i).data(), sum.size()}, sum);
    for (int j = 0; j < collocation_nodes; ++j) out(j, i) += factor * sum[static_cast<std::size_t>(j)];
  }
}

}  // namespace

template <class T>
const Integration<T>& Integration<T>::get() {
  static const Exact exact;
  static const Integration made{Matrix(Mat<T>(exact.once.cast<T>())), Matrix(Mat<T>(exact.twice.cast<T>()))};
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
  const auto& integration = Integration<T>::get();
  add_product(half_width, integration.once, motion.a, motion.v);
  add_product(half_width * half_width, integration.twice, motion.a, motion.q);
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
template struct Integration<quad>;
template struct CollocationInterval<double>;
template struct CollocationInterval<quad>;
template Mat<double_double> CollocationInterval<double_double>::residual(const Acceleration<double_double>&,
                                                                         const NodalMotion<double_double>&) const;

}  // namespace plumb
