#include "reference/lifted_motion.hpp"

#include <algorithm>
#include <stdexcept>

#include "numerics/so3.hpp"

namespace plumb {
namespace {

using Quaternion = so3::Quaternion<quad>;

Quaternion without_scalar(const Vec<quad, 3>& w) { return {quad(0), w[0], w[1], w[2]}; }

template <class X>
Quaternion quaternion(const X& x, const Part& part) {
  return x.template segment<4>(part.q.first);
}

template <class X>
Vec<quad, 3> turning(const X& v, const Part& part) {
  return v.template segment<3>(part.v.first);
}

// ω of y and y'
Vec<quad, 3> angular_velocity(const Quaternion& y, const Quaternion& rate) {
  const Quaternion product = so3::product(so3::conjugate(y), rate);
  return 2 * product.tail<3>() / y.dot(y);
}

}  // namespace

Lift::Lift(std::vector<Part> parts) : parts_(std::move(parts)) {
  for (const auto& part : parts_) {
    const bool turns = part.kind == PartKind::rotation;
    if (turns ? part.q.size != 4 || part.v.size != 3 : part.q.size != part.v.size)
      throw std::invalid_argument("'" + part.name + "' is no rotation, and has other velocities than coordinates");
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
          so3::product<quad>(quaternion(x.q, part), without_scalar(turning(x.v, part))) / quad(2);
    else
      out.v.segment(part.q.first, part.q.size) = x.v.segment(part.v.first, part.v.size);
  }
  return out;
}

Motion Lift::lowered(const Motion& y) const {
  Motion out{Vec<quad>(size_of_q_), Vec<quad>(size_of_v_)};
  for (const auto& part : parts_) {
    if (part.kind == PartKind::rotation) {
      const Quaternion e = quaternion(y.q, part), rate = quaternion(y.v, part);
      out.q.segment<4>(part.q.first) = e / e.norm();
      out.v.segment<3>(part.v.first) = angular_velocity(e, rate);
    } else {
      out.q.segment(part.q.first, part.q.size) = y.q.segment(part.q.first, part.q.size);
      out.v.segment(part.v.first, part.v.size) = y.v.segment(part.q.first, part.q.size);
    }
  }
  return out;
}

// Of a quaternion of length 1, ω is bilinear in y and y': its error is within 2 Σ (|y| δy' + |y'| δy), and once more of
// the length.
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

Acceleration<quad> Lift::acceleration(Acceleration<quad> of_system) const {
  return [lift = *this, of_system = std::move(of_system)](const quad& t, const Vec<quad>& y, const Vec<quad>& rate,
                                                          Vec<quad>& out) {
    const Motion x = lift.lowered({y, rate});
    Vec<quad> a(lift.size_of_v_);
    of_system(t, x.q, x.v, a);
    for (const auto& part : lift.parts_) {
      if (part.kind != PartKind::rotation) {
        out.segment(part.q.first, part.q.size) = a.segment(part.v.first, part.v.size);
        continue;
      }
      const Quaternion e = quaternion(y, part), e_rate = quaternion(rate, part);
      const Quaternion by_a = so3::product(e, without_scalar(turning(a, part)));
      const Quaternion by_w = so3::product(e_rate, without_scalar(turning(x.v, part)));
      out.segment<4>(part.q.first) = (by_a + by_w) / quad(2);
    }
  };
}

}  // namespace plumb
