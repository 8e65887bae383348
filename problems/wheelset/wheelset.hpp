#pragma once
// The hunting motion of a wheelset on a straight track. Two conical wheels on one axle run on rails with round heads at
// the speed V. The coordinates q = (x, y, z, θ, φ, β) refer to a frame that moves with V: x to the right, y upwards, z
// along the track; yaw θ, roll φ, and the rotation β of the wheels in addition to the nominal rotation Ω t, Ω = V/R_0.
//
//   r = (x, y, z) + (ξ cosθ cosφ + R (cosθ sinφ cosψ − sinθ sinψ),  ξ sinφ − R cosφ cosψ,
//                    −ξ sinθ cosφ − R (sinθ sinφ cosψ + cosθ sinψ))     a point (ξ, ψ) of a wheel of radius R(ξ)
//   Φ = E(r_x) − r_y = 0   for each wheel, at the (ξ, ψ) of contact, with E the height of the rail
//
// At the contact, wheel and rail have a common normal: the derivatives of Φ by ξ and ψ are 0, so ∂Φ/∂q may be evaluated
// at constant (ξ, ψ). The source solves these conditions together with all other equations. For a cone on a cylinder
// they have a closed form:
//
//   a cosψ + b sinψ = c,   a = sinθ sinφ, b = cosθ, c = R' sinθ cosφ
//   E' = −(R' cosθ cosφ − cosθ sinφ cosψ + sinθ sinψ)/(R' sinφ + cosφ cosψ),   then r_x from E', and ξ from r_x
//
// Creep forces act in the plane of contact with the slope E' = tan σ: T_1 along the track, T_2 across it. They follow
// from the velocity of the wheel's points at the contact by Kalker's linear theory, bounded by μ N. The normal force N
// = λ √(1 + E'²) is a reaction:
//
//   T_1 = −μN tanh(G c² C_11 ν_1/(μN)),   T_2 = −μN tanh((G c² C_22 ν_2 + G c³ C_23 ν_3)/(μN)),   |T| <= μN
//   c³ = 3 |N| (1 − s) k_E/(2π (cosδ/(2R) + 1/(2ρ)) G √k_g)     from the size of the contact ellipse
//
// Three terms reproduce peculiarities of the test set's equations. The yaw of the contact is θ/cosσ. In the equation of
// θ, the moment of the reactions is multiplied by cos φ; here this is an additional force (1 − cos φ) Gᵀλ in that
// equation. The springs' moment about the vertical axis, multiplied by sin φ, also acts on the rotation of the wheels.
//
// Source: simeon1991; mazzia2008, problem Wheelset.

#include <array>
#include <cmath>

#include "problems/adapters/implicit_function.hpp"
#include "problems/wheelset/wheelset_data.hpp"

namespace plumb {

/// Sines and cosines of yaw and roll.
template <class X>
struct AxleAngles {
  X sit, cot, sip, cop;

  AxleAngles(const X& yaw, const X& roll) {
    using std::cos, std::sin;
    sit = sin(yaw), cot = cos(yaw), sip = sin(roll), cop = cos(roll);
  }
};

/// The contact point of a wheel: sine and cosine of ψ, ξ [m], R (`radius`) and R − R_0 (`excess`) [m], E' (`slope`),
/// and Φ (`gap`) [m].
template <class X>
struct WheelContact {
  X sine, cosine, xi, radius, excess, slope, gap;

  /// Returns the derivatives ∂r/∂θ, ∂r/∂φ and ∂r/∂β at the angles of an axle, which may differ from the angles of the
  /// contact [m].
  std::array<Vec<X, 3>, 3> levers(const AxleAngles<X>& angles) const {
    const auto& [sit, cot, sip, cop] = angles;
    const X back = sit * sip * cosine + cot * sine, out = cot * sip * cosine - sit * sine;
    const X down = xi * sip - radius * cop * cosine;
    return {Vec<X, 3>(-(xi * sit * cop + radius * back), X(0), -(xi * cot * cop + radius * out)),
            Vec<X, 3>(-(cot * down), xi * cop + radius * sip * cosine, sit * down),
            Vec<X, 3>(-(radius * (sit * cosine + cot * sip * sine)), radius * cop * sine,
                      radius * (sit * sip * sine - cot * cosine))};
  }
};

/// The forces of a wheelset at one state as functions of the multipliers (LoadDependent).
template <class X>
struct WheelsetLoads {
  using T = BaseNumber<X>;
  struct Wheel {
    std::array<Vec<X, 3>, 3> levers;                     // lever arms of forces [m]
    Vec<X, 3> along, across;                             // unit vectors along T_1 and T_2
    X normal, creep_along, creep_across, spin, ellipse;  // N/λ; creepages ν_1, ν_2, ν_3 [1/m]; c³/N [m³/N]
  };
  std::array<Wheel, 2> wheels;  // left and right wheel
  Vec<X, 6> others;             // springs, weight and gyroscopic forces [N, N m]
  std::array<X, 2> by_yaw;      // derivatives (1 − cos φ) ∂Φ/∂θ
  T friction, c11, c22, c23;    // coefficient of friction μ; Kalker's coefficients times G

  template <class Y>
  void force(const Vec<Y, 2>& lambda, Vec<Y, 6>& f) const {
    for (int i = 0; i < 6; ++i) f[i] = Y(others[i]);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto& at = wheels[k];
      const Y multiplier = lambda[static_cast<Eigen::Index>(k)];
      const std::array<Y, 2> creep = creep_forces<Y>(at, multiplier * at.normal);
      Vec<Y, 3> total;
      for (int i = 0; i < 3; ++i) total[i] = creep[0] * at.along[i] + creep[1] * at.across[i];
      for (int i = 0; i < 3; ++i) f[i] = f[i] + total[i];
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) f[3 + j] = f[3 + j] + total[i] * at.levers[static_cast<std::size_t>(j)][i];
      f[3] = f[3] + multiplier * by_yaw[k];
    }
  }

 private:
  // Returns the creep forces T_1 and T_2 [N].
  template <class Y>
  std::array<Y, 2> creep_forces(const Wheel& at, const Y& normal) const {
    using std::abs, std::pow, std::sqrt, std::tanh;
    const Y bound = friction * normal, c = pow(abs(normal) * at.ellipse, T(1) / 3);
    const Y along = tanh(c11 * (c * c) * at.creep_along / bound);
    const Y across = tanh(((c * c) * (c22 * at.creep_across) + (c * c) * c * (c23 * at.spin)) / bound);
    const Y square = along * along + across * across;
    if (square <= T(1)) return {-(bound * along), -(bound * across)};
    const Y shared = bound / sqrt(square);
    return {-(shared * along), -(shared * across)};
  }
};

/// The wheelset in six coordinates with two constraints: the left wheel first, then the right wheel.
template <class Number>
class Wheelset {
 public:
  using Scalar = Number;
  using T = Number;
  static constexpr int coordinates = 6, constraints = 2, freedoms = 4, invariant_count = 0;

  explicit Wheelset(const WheelsetData<T>& of) : data(of), spin_rate(of.speed / of.radius) {
    using std::tan;
    tangent = tan(data.cone);
  }

  bool conservative() const { return false; }
  template <class X>
  void mass(const Vec<X, 6>& q, Mat<X, 6>& M) const {
    using std::cos, std::sin;
    const X s = sin(q[4]), c = cos(q[4]);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) M(i, j) = X(0);
    for (int i = 0; i < 3; ++i) M(i, i) = X(data.mass);
    M(3, 3) = data.yaw_inertia * (c * c) + data.spin_inertia * (s * s);
    M(3, 5) = M(5, 3) = data.spin_inertia * s;
    M(4, 4) = X(data.yaw_inertia);
    M(5, 5) = X(data.spin_inertia);
  }
  template <class X>
  void constraint(const X&, const Vec<X, 6>& q, Vec<X, 2>& phi) const {
    const AxleAngles<X> at(q[3], q[4]);
    for (int k = 0; k < 2; ++k) phi[k] = contact(at, q, k).gap;
  }
  template <class X>
  void jacobian(const X&, const Vec<X, 6>& q, Mat<X, 2, 6>& g) const {
    const AxleAngles<X> at(q[3], q[4]);
    for (int k = 0; k < 2; ++k) {
      const auto wheel = contact(at, q, k);
      const auto levers = wheel.levers(at);
      g(k, 0) = wheel.slope;
      g(k, 1) = X(-1);
      g(k, 2) = g(k, 5) = X(0);  // the wheel is round: r_β is a tangent of the wheel, along which Φ is constant
      for (int j = 0; j < 2; ++j) {
        const auto& lever = levers[static_cast<std::size_t>(j)];
        g(k, 3 + j) = wheel.slope * lever[0] - lever[1];
      }
    }
  }
  template <class X>
  WheelsetLoads<X> loads(const X&, const Vec<X, 6>& q, const Vec<X, 6>& v) const {
    using std::cos, std::sqrt;
    WheelsetLoads<X> out{.wheels = {},
                         .others = steady_forces(q, v),
                         .by_yaw = {},
                         .friction = data.friction,
                         .c11 = data.glide_module * data.c11,
                         .c22 = data.glide_module * data.c22,
                         .c23 = data.glide_module * data.c23};
    const AxleAngles<X> at(q[3], q[4]);
    for (int k = 0; k < 2; ++k) {
      const auto touch = contact(at, q, k);
      auto& wheel = out.wheels[static_cast<std::size_t>(k)];
      wheel.levers = touch.levers(at);
      out.by_yaw[static_cast<std::size_t>(k)] = (T(1) - at.cop) * (touch.slope * wheel.levers[0][0]);
      const X secant = sqrt(T(1) + touch.slope * touch.slope), cosine = T(1) / secant, sine = touch.slope / secant;
      wheel.normal = secant;
      const T share = 3 * (1 - data.sigma) * data.ellipse_e / (2 * data.pi * data.glide_module * sqrt(data.ellipse_g));
      wheel.ellipse = share / (cos(data.cone) / (T(2) * touch.radius) + 1 / (2 * data.rail_radius));
      creep(AxleAngles<X>(q[3] * secant, q[4]), touch, v, cosine, sine, wheel);
    }
    return out;
  }
  /// Returns an initial value for λ: each wheel carries about half of the weight.
  Vec<T, 2> usual_multipliers() const { return Vec<T, 2>::Constant(data.mass * data.gravity / 2); }

  /// Computes q from (x, z, θ, β): height and roll follow from the contact of both wheels.
  template <class X>
  void embedding(const X&, const Vec<X, 4>& theta, Vec<X, 6>& q) const {
    const auto placed = []<class Y>(const Vec<Y, 4>& at, const Vec<Y, 2>& by) {
      Vec<Y, 6> out;
      out << at[0], by[0], at[1], at[2], by[1], at[3];
      return out;
    };
    const Vec<T, 4> values = base_values(theta);
    const auto linearise = [&](const Vec<T, 2>& by, Vec<T, 2>& r, Mat<T, 2>& derivatives) {
      Mat<T, 2, 6> g;
      constraint(T(0), placed(values, by), r);
      jacobian(T(0), placed(values, by), g);
      derivatives << g(0, 1), g(0, 4), g(1, 1), g(1, 4);
    };
    const auto residual = [&](const Vec<X, 2>& by) {
      Vec<X, 2> r;
      constraint(X(0), placed(theta, by), r);
      return r;
    };
    q = placed(theta, implicit_function<X, 2>(zeros<Vec<T, 2>>(), linearise, residual));
  }

  T energy(const T&, const Vec<T, 6>& q, const Vec<T, 6>& v) const {
    Mat<T, 6> M;
    mass(q, M);
    const T arm = data.spring_arm;
    return v.dot(Vec<T, 6>(M * v)) / 2 + data.mass * data.gravity * q[1] + data.lateral_spring * q[0] * q[0] +
           data.track_spring * (q[2] * q[2] + arm * arm * q[3] * q[3]);
  }
  /// Returns the power of the creep forces, and of the test set's additional moments (see above), which have no
  /// potential.
  T power(const T& t, const Vec<T, 6>& q, const Vec<T, 6>& v, const Vec<T, 2>& lambda) const {
    using std::sin;
    auto creeping = loads(t, q, v);
    creeping.others << 0, 0, 0, 0, 0, sin(q[4]) * spring_moment(q);
    Vec<T, 6> f;
    creeping.force(lambda, f);
    return f.dot(v);
  }
  void outputs(const T&, const Vec<T, 6>& q, const Vec<T, 6>&, const Vec<T, 2>& lambda, Vec<T>& out) const {
    using std::asin, std::sqrt;
    const AxleAngles<T> at(q[3], q[4]);
    for (int i = 0; i < 5; ++i) out[i] = q[i];
    for (int k = 0; k < 2; ++k) {
      const auto touch = contact(at, q, k);
      out[5 + 2 * k] = asin(touch.sine);
      out[6 + 2 * k] = touch.xi;
      out[9 + k] = lambda[k] * sqrt(1 + touch.slope * touch.slope);
    }
  }
  void invariants(const T&, const Vec<T, 6>&, const Vec<T, 6>&, Vec<T>&) const {}

 private:
  // Returns the contact of the left (0) or the right (1) wheel. Angles and displacements are small compared with the
  // data. To avoid cancellation, all quantities are computed as differences from a straight wheelset in the middle: E'
  // from −R', ξ from ±b.
  template <class X>
  WheelContact<X> contact(const AxleAngles<X>& angles, const Vec<X, 6>& q, int wheel) const {
    using std::cos, std::sqrt;
    const auto& [sit, cot, sip, cop] = angles;
    const T side = wheel == 0 ? T(-1) : T(1), conicity = -side * tangent, rho = data.rail_radius;  // derivative R'
    const X a = sit * sip, c = conicity * (sit * cop), square = a * a + cot * cot, root = sqrt(square - c * c);
    WheelContact<X> out;
    out.sine = (c * cot - a * root) / square;
    out.cosine = (c * a + cot * root) / square;
    const X yaw = below_one(sit, cot), roll = below_one(sip, cop), turn = below_one(out.sine, out.cosine);
    const X outwards = cot * sip * out.cosine - sit * out.sine;
    const X steeper = (outwards + conicity * conicity * sip + conicity * (cop * (yaw - turn))) /
                      (conicity * sip + cop * out.cosine);  // sum of derivatives E' + R'
    out.slope = steeper - conicity;
    // The rail is a circle of radius ρ. At u outwards from its middle, E' = −u/√(ρ² − u²) for the right rail.
    const X cosine = T(1) / sqrt(T(1) + out.slope * out.slope);
    const X higher = (2 * conicity - steeper) * steeper * (cosine * cosine) * (cos(data.cone) * cos(data.cone)) /
                     (cosine + cos(data.cone));                     // difference cos σ − cos δ
    const X across = rho * (conicity * higher - steeper * cosine);  // component r_x without ±b
    const X shift = (across - q[0] - data.radius * outwards + side * data.gauge * (yaw + cot * roll)) /
                    (cot * cop + conicity * outwards);
    out.xi = side * data.gauge + shift;
    out.excess = conicity * shift;
    out.radius = data.radius + out.excess;
    out.gap = rho * higher + out.excess - out.radius * (roll + cop * turn) +
              data.heights[static_cast<std::size_t>(wheel)] - (q[1] + out.xi * sip);
    return out;
  }
  // Returns 1 − cos of an angle below π/2, without cancellation.
  template <class X>
  static X below_one(const X& sine, const X& cosine) {
    return sine * sine / (T(1) + cosine);
  }

  // Computes the creepages: the velocity of the wheel's point at the contact, divided by the mean of the rolling speed
  // and the speed of the axle. V and Ω R nearly cancel in the numerator, so their difference is computed from small
  // quantities.
  template <class X>
  void creep(const AxleAngles<X>& angles, const WheelContact<X>& touch, const Vec<X, 6>& v, const X& cosine,
             const X& sine, typename WheelsetLoads<X>::Wheel& out) const {
    using std::sqrt;
    const auto& [sit, cot, sip, cop] = angles;
    const auto levers = touch.levers(angles);
    const X turned = below_one(sit, cot) + cot * below_one(touch.sine, touch.cosine);
    const X ahead = touch.radius * (turned + sit * sip * touch.sine) - touch.excess;  // sum R_0 + ∂r_z/∂β
    Vec<X, 3> slip;
    X square = X(0);
    for (int i = 0; i < 3; ++i) {
      const X turning = v[3] * levers[0][i] + v[4] * levers[1][i] + v[5] * levers[2][i];
      slip[i] = turning + v[i] + spin_rate * (i == 2 ? ahead : levers[2][i]);
      const X relative = turning + spin_rate * levers[2][i] - v[i] - (i == 2 ? data.speed : T(0));
      square = square + relative * relative;
    }
    const X speed = sqrt(square) / T(2);
    out.along = Vec<X, 3>(sit, X(0), cot);
    out.across = Vec<X, 3>(cot * cosine, sine, -(sit * cosine));
    out.creep_along = (out.along[0] * slip[0] + out.along[2] * slip[2]) / speed;
    out.creep_across = (out.across[0] * slip[0] + out.across[1] * slip[1] + out.across[2] * slip[2]) / speed;
    out.spin = (cosine * v[3] - sine * (spin_rate + v[5])) / speed;
  }

  template <class X>
  Vec<X, 6> steady_forces(const Vec<X, 6>& q, const Vec<X, 6>& v) const {
    using std::cos, std::sin;
    const X s = sin(q[4]), c = cos(q[4]), turning = spin_rate + v[5];
    const T difference = data.spin_inertia - data.yaw_inertia;
    Vec<X, 6> f;
    f[0] = -2 * data.lateral_spring * q[0];
    f[1] = X(-data.mass * data.gravity);
    f[2] = -2 * data.track_spring * q[2];
    f[3] = spring_moment(q) - c * v[4] * (2 * difference * (v[3] * s) + data.spin_inertia * turning);
    f[4] = c * v[3] * (difference * (v[3] * s) + data.spin_inertia * turning);
    f[5] = s * spring_moment(q) - data.spin_inertia * (v[3] * v[4] * c);
    return f;
  }
  // Returns the moment of the track springs about the vertical axis [N m].
  template <class X>
  X spring_moment(const Vec<X, 6>& q) const {
    return -2 * data.spring_arm * data.spring_arm * data.track_spring * q[3];
  }

  WheelsetData<T> data;
  T tangent;    // tangent of δ
  T spin_rate;  // spin rate Ω [rad/s]
};

template <class T>
Wheelset<T> wheelset(const Parameters& p) {
  return Wheelset<T>(wheelset_data<T>(p));
}

}  // namespace plumb
