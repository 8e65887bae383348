#include "reference/lifted_motion.hpp"

#include <algorithm>
#include <stdexcept>

#include "numerics/so3.hpp"

namespace plumb {
namespace {

template <class T>
so3::Quaternion<T> without_scalar(const so3::Vector<T>& w) {
  return {T(0), w[0], w[1], w[2]};
}

template <class T>
so3::Quaternion<T> quaternion(const Vec<T>& x, const Part& part) {
  return x.template segment<4>(part.q.first);
}

template <class T>
so3::Vector<T> turning(const Vec<T>& v, const Part& part) {
  return v.template segment<3>(part.v.first);
}

// Returns ω from y and y'.
template <class T>
so3::Vector<T> angular_velocity(const so3::Quaternion<T>& y, const so3::Quaternion<T>& rate) {
  const so3::Quaternion<T> product = so3::product(so3::conjugate(y), rate);
  return 2 * product.template tail<3>() / y.dot(y);
}

}  // namespace

Lift::Lift(std::vector<Part> parts) : parts_(std::move(parts)) {
  for (const auto& part : parts_) {
    const bool turns = part.kind == PartKind::rotation;
    if (turns ? part.q.size != 4 || part.v.size != 3 : part.q.size != part.v.size)
      throw std::invalid_argument("'" + part.name +
                                  "' is not a rotation, but its numbers of coordinates and velocities differ");
    size_of_q_ = std::max(size_of_q_, part.q.first + part.q.size);
    size_of_v_ = std::max(size_of_v_, part.v.first + part.v.size);
  }
}

Motion Lift::lifted(const Motion& x) const {
  Motion out{Vec<quad>(size_of_q_), Vec<quad>(size_of_q_)};
  for (const auto& part : parts_) {
    out.q.segment(part.q.first, part.q.size) = x.q.segment(part.q.first, part.q.size);
    if (part.kind == PartKind::rotation)
      out.v.segment<4>(part.q.first) =
          so3::product(quaternion(x.q, part), without_scalar<quad>(turning(x.v, part))) / quad(2);
    else
      out.v.segment(part.q.first, part.q.size) = x.v.segment(part.v.first, part.v.size);
  }
  return out;
}

template <class T>
Configuration<T> Lift::lowered(const Configuration<T>& y) const {
  Configuration<T> out{Vec<T>(size_of_q_), Vec<T>(size_of_v_)};
  for (const auto& part : parts_) {
    if (part.kind == PartKind::rotation) {
      const auto e = quaternion(y.q, part), rate = quaternion(y.v, part);
      out.q.template segment<4>(part.q.first) = e / e.norm();
      out.v.template segment<3>(part.v.first) = angular_velocity<T>(e, rate);
    } else {
      out.q.segment(part.q.first, part.q.size) = y.q.segment(part.q.first, part.q.size);
      out.v.segment(part.v.first, part.v.size) = y.v.segment(part.q.first, part.q.size);
    }
  }
  return out;
}

SampledMotion Lift::lowered(SampledMotion motion) const {
  for (std::size_t i = 0; i < motion.uncertainty.size(); ++i)
    motion.uncertainty[i] = lowered_bounds(motion.at[i], motion.uncertainty[i]);
  for (auto& state : motion.at) state = lowered(state);
  return motion;
}

// If a quaternion has length 1, ω is bilinear in y and y', with an error of at most 2 Σ (|y| δy' + |y'| δy). The error
// of the length has the same bound, so the bound is doubled.
Motion Lift::lowered_bounds(const Motion& y, const Motion& bounds) const {
  Motion out{Vec<quad>(size_of_q_), Vec<quad>(size_of_v_)};
  for (const auto& part : parts_) {
    const auto by_q = bounds.q.segment(part.q.first, part.q.size), by_v = bounds.v.segment(part.q.first, part.q.size);
    if (part.kind == PartKind::rotation) {
      const quad of_e = by_q.sum(), of_rate = by_v.sum(), rate = quaternion(y.v, part).cwiseAbs().sum();
      out.q.segment<4>(part.q.first).setConstant(2 * of_e);
      out.v.segment<3>(part.v.first).setConstant(4 * (of_rate + rate * of_e));
    } else {
      out.q.segment(part.q.first, part.q.size) = by_q;
      out.v.segment(part.v.first, part.v.size) = by_v;
    }
  }
  return out;
}

std::vector<std::vector<PartRange>> Lift::alike() const {
  std::vector<std::vector<PartRange>> out;
  for (const auto& kind : by_kind(parts_)) out.push_back(kind.q);
  return out;
}

template <class T>
Acceleration<T> Lift::acceleration(Acceleration<T> of_system) const {
  return
      [lift = *this, of_system = std::move(of_system)](const T& t, const Vec<T>& y, const Vec<T>& rate, Vec<T>& out) {
        const auto x = lift.lowered(Configuration<T>{y, rate});
        Vec<T> a(lift.size_of_v_);
        of_system(t, x.q, x.v, a);
        for (const auto& part : lift.parts_) {
          if (part.kind != PartKind::rotation) {
            out.segment(part.q.first, part.q.size) = a.segment(part.v.first, part.v.size);
            continue;
          }
          const auto by_a = so3::product(quaternion(y, part), without_scalar<T>(turning(a, part)));
          const auto by_w = so3::product(quaternion(rate, part), without_scalar<T>(turning(x.v, part)));
          out.template segment<4>(part.q.first) = (by_a + by_w) / T(2);
        }
      };
}

template Configuration<double> Lift::lowered(const Configuration<double>&) const;
template Configuration<double_double> Lift::lowered(const Configuration<double_double>&) const;
template Configuration<quad> Lift::lowered(const Configuration<quad>&) const;
template Acceleration<double> Lift::acceleration(Acceleration<double>) const;
template Acceleration<double_double> Lift::acceleration(Acceleration<double_double>) const;
template Acceleration<quad> Lift::acceleration(Acceleration<quad>) const;

}  // namespace plumb
