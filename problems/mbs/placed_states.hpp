#pragma once
// The states of all places of a mechanism (bodies, then carried sections) at the configuration of the last call. Forces,
// reactions, constraints and matrices are usually computed one after the other at the same configuration, so the rotation
// matrices are computed only if it changes.

#include "problems/mbs/rigid_body_space.hpp"
#include "problems/mbs/same_bits.hpp"

namespace plumb::mbs {

template <class T>
class PlacedStates {
 public:
  explicit PlacedStates(int places) : states_(static_cast<std::size_t>(places)), q_(zeros<Vec<T>>(7 * places)) {}

  /// The states at the last configuration, with the last velocities.
  const std::vector<BodyState<T>>& states() const { return states_; }
  /// Computes and returns the states at q. Their velocities are not updated; they belong to an earlier call.
  const std::vector<BodyState<T>>& place(const Vec<T>& q) {
    if (is_placed_ && same_bits(q, q_)) return states_;
    place_bodies(q, static_cast<const Vec<T>*>(nullptr), states_);
    q_ = q;
    is_placed_ = true;
    return states_;
  }
  /// Computes and returns the states at q with the velocities v.
  const std::vector<BodyState<T>>& place(const Vec<T>& q, const Vec<T>& v) {
    place(q);
    for (std::size_t k = 0; k < states_.size(); ++k) {
      states_[k].v = v.template segment<3>(6 * static_cast<int>(k));
      states_[k].w = rotation(v, static_cast<int>(k));
    }
    return states_;
  }

 private:
  std::vector<BodyState<T>> states_;
  Vec<T> q_;
  bool is_placed_ = false;
};

}  // namespace plumb::mbs
