#pragma once
// A system in which every constraint occurs twice, the second time multiplied by 2: a mechanism with redundant
// constraints whose motion is the motion of the original system.

#include <limits>
#include <utility>

#include "contract/erasure.hpp"

namespace plumb::testing {

template <class T>
class RepeatedRows : public ErasedSystem<T> {
  using Plain = ErasedSystem<T>;

 public:
  using typename Plain::L;
  using typename Plain::Point;
  using typename Plain::Q;
  using typename Plain::State;
  using typename Plain::V;
  using DenseBlocks = Blocks<T, Eigen::Dynamic, Eigen::Dynamic>;

  explicit RepeatedRows(Plain of)
      : Plain(std::move(of)),
        own(zeros<L>(Plain::sizes().lambda)),
        blocks_of_own(Plain::sizes().v, Plain::sizes().lambda) {}

  Sizes sizes() const {
    auto out = Plain::sizes();
    out.lambda *= 2;
    return out;
  }
  bool acceleration(const T&, const Q&, const V&, V&, L&) const { return false; }
  void reaction(const T& t, const Q& q, const L& lambda, V& r) {
    own = lambda.head(own.size()) + 2 * lambda.tail(own.size());
    Plain::reaction(t, q, own, r);
  }
  void constraint(const T& t, const Q& q, L& phi) {
    Plain::constraint(t, q, own);
    repeat(phi);
  }
  void constraint_rate(const T& t, const Q& q, const V& v, L& rate) {
    Plain::constraint_rate(t, q, v, own);
    repeat(rate);
  }
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& out) {
    Plain::constraint_acceleration(t, q, v, a, own);
    repeat(out);
  }
  void constraint_bias(const T& t, const Q& q, const V& v, L& bias) {
    Plain::constraint_bias(t, q, v, own);
    repeat(bias);
  }
  void blocks(const T& t, const State& x, DenseBlocks& out) {
    auto once = x;
    once.lambda = x.lambda.head(own.size()) + 2 * x.lambda.tail(own.size());
    Plain::blocks(t, once, blocks_of_own);
    out.mass = blocks_of_own.mass;
    out.damping = blocks_of_own.damping;
    out.stiffness = blocks_of_own.stiffness;
    const auto twice = [&](const Mat<T>& from, Mat<T>& to) {
      to.topRows(from.rows()) = from;
      to.bottomRows(from.rows()) = 2 * from;
    };
    twice(blocks_of_own.jacobian, out.jacobian);
    twice(blocks_of_own.rate_by_q, out.rate_by_q);
    twice(blocks_of_own.acceleration_by_q, out.acceleration_by_q);
    twice(blocks_of_own.acceleration_by_v, out.acceleration_by_v);
  }
  template <class Entry>
  bool factor(Opaque&, const Point&, const Blend<Entry>&) const {
    return false;
  }
  T power(const T& t, const Q& q, const V& v, const L& lambda) const {
    const L sum = lambda.head(own.size()) + 2 * lambda.tail(own.size());
    return Plain::power(t, q, v, sum);
  }
  void outputs(const T& t, const State& x, Vec<T>& out) const {
    auto once = x;
    once.lambda = x.lambda.head(own.size()) + 2 * x.lambda.tail(own.size());
    Plain::outputs(t, once, out);
  }

 private:
  void repeat(L& out) const {
    out.head(own.size()) = own;
    out.tail(own.size()) = 2 * own;
  }

  L own;
  DenseBlocks blocks_of_own;
};

}  // namespace plumb::testing
