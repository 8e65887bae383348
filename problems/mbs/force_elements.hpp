#pragma once
// Forces on one or two bodies: the generalised force on the bodies, its derivatives, the energy of a conservative
// force, and the power of other forces. A law defines the number of bodies, `nodes`, and couples(i, j), which returns
// whether entry (i, j) of its derivatives may be nonzero.

#include <variant>

#include "problems/mbs/basic_constraints.hpp"
#include "problems/mbs/carried_beam_force.hpp"

namespace plumb::mbs {

/// A force F g(t) at a point of the second body, or a torque. F is constant in space or in the body.
template <class T>
class AppliedForce {
 public:
  bool torque = false, in_body = false;
  Vector<T> vector, point = zeros<Vector<T>>();  // force [N] or torque [N m]; point in the body [m]
  Signal<T> factor;

  static constexpr int nodes = 2;
  static constexpr bool couples(int i, int j) { return i >= 6 && j >= 6; }
  static constexpr bool conservative() { return false; }
  static constexpr bool damps() { return false; }
  void add_force(const Pair<T>& p, const T& t, PairVector<T>& f) const {
    const Vector<T> own = factor.at(t).value * vector;
    const Matrix<T>& A = p.second.A;
    const Vector<T> inside = in_body ? own : Vector<T>(A.transpose() * own);
    f.template segment<3>(9) += torque ? inside : Vector<T>(point.cross(inside));
    if (!torque) f.template segment<3>(6) += in_body ? Vector<T>(A * own) : own;
  }
  void add_tangents(const Pair<T>& p, const T& t, PairMatrix<T>& k, PairMatrix<T>&) const {
    const Vector<T> own = factor.at(t).value * vector;
    if (in_body) {
      if (!torque) k.template block<3, 3>(6, 9) += slope(p.second.A, own);
      return;
    }
    const Matrix<T> turned = so3::skew<T>(p.second.A.transpose() * own);
    k.template block<3, 3>(9, 9) += torque ? turned : Matrix<T>(so3::skew(point) * turned);
  }
  T energy(const Pair<T>&, const T&) const { return T(0); }
  T power(const Pair<T>& p, const T& t) const {
    auto f = zeros<PairVector<T>>();
    add_force(p, t, f);
    return f.template segment<3>(6).dot(p.second.v) + f.template segment<3>(9).dot(p.second.w);
  }
};

/// Pulls two points together with F = g(t) (k (l − l_0) + c l' + N(t)):  f = −Jᵀ F u,  u = d/l
template <class T>
class SpringForce {
 public:
  Separation<T> d;
  T stiffness, damping, free_length;   // N/m, N s/m, m
  Signal<T> actuator;                  // actuator force [N]
  Signal<T> factor = Signal<T>(T(1));  // factor g on the force

  static constexpr int nodes = 2;
  static constexpr bool couples(int, int) { return true; }
  bool conservative() const { return !damps() && actuator.is_zero() && factor.is_constant(); }
  bool damps() const { return damping != T(0); }
  void add_force(const Pair<T>& p, const T& t, PairVector<T>& f) const {
    const Line line(*this, p, t);
    f -= line.j.transpose() * Vector<T>(tension(line, t) * line.u);
  }
  void add_tangents(const Pair<T>& p, const T& t, PairMatrix<T>& k, PairMatrix<T>& damped) const {
    const Line line(*this, p, t);
    const T force = tension(line, t);
    auto curvature = zeros<PairMatrix<T>>();
    d.add_curvature(p, t, Vector<T>(force * line.u), curvature);
    PairRows<T, 3> rate_by_q;
    d.product_tangent(p, t, line.w, rate_by_q);
    const Vec<T, pair_columns> along = line.j.transpose() * line.u;
    const Vector<T> across = (line.rate - line.u.dot(line.rate) * line.u) / line.length;  // ∂l'/∂d
    const T g = factor.at(t).value;
    const Vec<T, pair_columns> force_by_q =
        g * stiffness * along + g * damping * (line.j.transpose() * across + rate_by_q.transpose() * line.u);
    const PairMatrix<T> stretch = line.j.transpose() * line.j - along * along.transpose();
    k -= curvature + along * force_by_q.transpose() + force / line.length * stretch;
    damped -= g * damping * along * along.transpose();
  }
  T energy(const Pair<T>& p, const T& t) const {
    const Line line(*this, p, t);
    return factor.at(t).value * potential(line);
  }
  T power(const Pair<T>& p, const T& t) const {
    const Line line(*this, p, t);
    const T rate = line.u.dot(line.rate);
    const auto g = factor.at(t);
    return g.rate * potential(line) - g.value * (damping * rate + actuator.at(t).value) * rate;
  }

 private:
  struct Line {
    PairRows<T, 3> j;
    PairVector<T> w;
    Vector<T> u, rate;
    T length;

    Line(const SpringForce& of, const Pair<T>& p, const T& t) {
      using std::sqrt;
      const Vector<T> from = of.d.value(p, t);
      length = sqrt(from.dot(from));
      u = from / length;
      of.d.jacobian(p, t, j);
      w << p.first.v, p.first.w, p.second.v, p.second.w;
      rate = j * w;
    }
  };
  T tension(const Line& line, const T& t) const {
    return factor.at(t).value *
           (stiffness * (line.length - free_length) + damping * line.u.dot(line.rate) + actuator.at(t).value);
  }
  // Returns the potential energy for g = 1.
  T potential(const Line& line) const {
    const T stretch = line.length - free_length;
    return stiffness * stretch * stretch / 2;
  }
};

/// Smooth friction F(s') = size tanh(s'/speed), which opposes a rate s'.
template <class T>
struct Rubbing {
  T size = T(0), speed = T(1);  // largest friction [N m or N]; speed of the transition [rad/s or m/s]

  bool rubs() const { return size != T(0); }
  template <class X>
  X force(const X& rate) const {
    using std::tanh;
    return rubs() ? X(size * tanh(X(rate / speed))) : X(T(0));
  }
  T slope(const T& rate) const {
    using std::tanh;
    if (!rubs()) return T(0);
    const T part = tanh(T(rate / speed));
    return size / speed * (1 - part * part);
  }
};

/// A torque N = g(t) (−k (θ − θ_0) − c θ' − F(θ') + N_a(t)) about the axis z of the first body, on the second body. The
/// generalised force is N (−z_i, A_jᵀ z). θ is the angle from x_i to x_j; θ' = z·(ω_j − ω_i) is its derivative if the
/// joint keeps both axes z parallel. States do not count turns: θ − θ_0 is taken between −π and π, and the torque jumps
/// at half a turn from θ_0.
template <class T>
class RotationalSpringForce {
 public:
  Matrix<T> on_first;                  // columns x, y, z of the frame in the first body
  Vector<T> on_second;                 // axis x in the second body
  T stiffness, damping, free_angle;    // N m/rad, N m s/rad, rad
  Signal<T> actuator;                  // actuator torque [N m]
  Signal<T> factor = Signal<T>(T(1));  // factor g on the torque
  Rubbing<T> friction = {};            // friction F

  static constexpr int nodes = 2;
  static constexpr bool couples(int i, int j) { return i % 6 >= 3 && j % 6 >= 3; }
  bool conservative() const { return !damps() && actuator.is_zero() && factor.is_constant(); }
  bool damps() const { return damping != T(0) || friction.rubs(); }
  T angle(const Pair<T>& p) const { return angle_from(T(0), p); }
  T rate(const Pair<T>& p) const {
    const Vector<T> z = on_first.col(2);
    return (p.second.A.transpose() * (p.first.A * z)).dot(p.second.w) - z.dot(p.first.w);
  }
  void add_force(const Pair<T>& p, const T& t, PairVector<T>& f) const {
    const Vector<T> z = on_first.col(2), torque_axis = p.second.A.transpose() * (p.first.A * z);
    const T n = torque(p, t);
    f.template segment<3>(3) -= n * z;
    f.template segment<3>(9) += n * torque_axis;
  }
  void add_tangents(const Pair<T>& p, const T& t, PairMatrix<T>& k, PairMatrix<T>& damped) const {
    const Vector<T> z = on_first.col(2), there = p.second.A.transpose() * (p.first.A * z);
    const Matrix<T> between = p.second.A.transpose() * p.first.A;
    const T n = torque(p, t), current_factor = factor.at(t).value;
    k.template block<3, 3>(9, 9) += n * so3::skew(there);
    k.template block<3, 3>(9, 3) -= n * between * so3::skew(z);
    auto g = zeros<PairVector<T>>(), by_q = g;
    g.template segment<3>(3) = -z;
    g.template segment<3>(9) = there;
    const T resistance = current_factor * (damping + friction.slope(rate(p)));
    by_q.template segment<3>(3) = -resistance * z.cross(Vector<T>(between.transpose() * p.second.w));
    by_q.template segment<3>(9) = -resistance * p.second.w.cross(there);
    by_q -= current_factor * stiffness * angle_by_q(p);
    k += g * by_q.transpose();
    damped -= resistance * g * g.transpose();
  }
  T energy(const Pair<T>& p, const T& t) const { return factor.at(t).value * potential(p); }
  T power(const Pair<T>& p, const T& t) const {
    const T turning = rate(p);
    const auto g = factor.at(t);
    const T acting = actuator.at(t).value - damping * turning - friction.force(turning);
    return g.rate * potential(p) + g.value * acting * turning;
  }

 private:
  // Returns the potential energy for g = 1.
  T potential(const Pair<T>& p) const {
    if (stiffness == T(0)) return T(0);
    const T turn = angle_from(free_angle, p);
    return stiffness * turn * turn / 2;
  }
  /// Returns the angle θ − `begin`, between −π and π.
  T angle_from(const T& begin, const Pair<T>& p) const {
    using std::atan2, std::cos, std::sin;
    const Vector<T> x = p.first.A.transpose() * (p.second.A * on_second);
    const T c = on_first.col(0).dot(x), s = on_first.col(1).dot(x), c0 = cos(begin), s0 = sin(begin);
    return atan2(T(s * c0 - c * s0), T(c * c0 + s * s0));
  }
  T torque(const Pair<T>& p, const T& t) const {
    const T spring = stiffness == T(0) ? T(0) : T(stiffness * angle_from(free_angle, p));
    const T turning = rate(p);
    return factor.at(t).value * (actuator.at(t).value - spring - damping * turning - friction.force(turning));
  }
  // Returns ∂θ/∂q, with θ = atan2(s, c), s = y_i·x_j, c = x_i·x_j.
  PairVector<T> angle_by_q(const Pair<T>& p) const {
    const Matrix<T> between = p.first.A.transpose() * p.second.A;
    const Vector<T> x = between * on_second;
    const T c = on_first.col(0).dot(x), s = on_first.col(1).dot(x), square = c * c + s * s;
    const Vector<T> across = (c * on_first.col(1) - s * on_first.col(0)) / square;  // in the first body
    auto out = zeros<PairVector<T>>();
    out.template segment<3>(3) = across.cross(x);
    out.template segment<3>(9) = on_second.cross(Vector<T>(between.transpose() * across));
    return out;
  }
};

/// A force N = g(t) (−k (s − s_0) − c s' − F(s') + N_a(t)) along the axis z of the first body, on the second body at
/// its point. s = z·d, with d from the point of the first body to the point of the second. The generalised force is N
/// (∂s/∂q)ᵀ.
template <class T>
class TranslationalSpringForce {
 public:
  DotTwo<T> s;
  T stiffness, damping, free_translation;  // N/m, N s/m, m
  Signal<T> actuator;                      // actuator force [N]
  Signal<T> factor = Signal<T>(T(1));      // factor g on the force
  Rubbing<T> friction = {};                // friction F

  static constexpr int nodes = 2;
  static constexpr bool couples(int, int) { return true; }
  bool conservative() const { return !damps() && actuator.is_zero() && factor.is_constant(); }
  bool damps() const { return damping != T(0) || friction.rubs(); }
  void add_force(const Pair<T>& p, const T& t, PairVector<T>& f) const {
    const Slide slide(*this, p, t);
    f += force(slide, t) * slide.g.transpose();
  }
  void add_tangents(const Pair<T>& p, const T& t, PairMatrix<T>& k, PairMatrix<T>& damped) const {
    const Slide slide(*this, p, t);
    PairRows<T, 1> rate_by_q;
    s.product_tangent(p, t, slide.w, rate_by_q);
    s.add_curvature(p, t, Row(force(slide, t)), k);
    const T current_factor = factor.at(t).value, resistance = current_factor * (damping + friction.slope(slide.rate));
    k -= slide.g.transpose() * (current_factor * stiffness * slide.g + resistance * rate_by_q);
    damped -= resistance * slide.g.transpose() * slide.g;
  }
  T energy(const Pair<T>& p, const T& t) const { return factor.at(t).value * potential(Slide(*this, p, t)); }
  T power(const Pair<T>& p, const T& t) const {
    const Slide slide(*this, p, t);
    const auto g = factor.at(t);
    const T acting = actuator.at(t).value - damping * slide.rate - friction.force(slide.rate);
    return g.rate * potential(slide) + g.value * acting * slide.rate;
  }

 private:
  using Row = typename DotTwo<T>::Row;
  struct Slide {
    PairRows<T, 1> g;
    PairVector<T> w;
    T translation, rate;

    Slide(const TranslationalSpringForce& of, const Pair<T>& p, const T& t) {
      Row out;
      of.s.value(p, t, out);
      translation = out[0];
      of.s.jacobian(p, t, g);
      w << p.first.v, p.first.w, p.second.v, p.second.w;
      rate = g.row(0).dot(w);
    }
  };
  T force(const Slide& slide, const T& t) const {
    return factor.at(t).value * (actuator.at(t).value - stiffness * (slide.translation - free_translation) -
                                 damping * slide.rate - friction.force(slide.rate));
  }
  // Returns the potential energy for g = 1.
  T potential(const Slide& slide) const {
    const T stretch = slide.translation - free_translation;
    return stiffness * stretch * stretch / 2;
  }
};

/// A torque −k φ − c (ω_2 − ω_1) on the second body, and its opposite on the first. φ is the rotation vector from the
/// frame of the first body to the frame of the second. It has the same components in both frames. At half a turn the
/// torque of the stiffness jumps.
template <class T>
class TurningSpringForce {
 public:
  Matrix<T> on_first, on_second;  // frames in the first and the second body
  T stiffness, damping;           // N m/rad, N m s/rad

  static constexpr int nodes = 2;
  static constexpr bool couples(int i, int j) { return i % 6 >= 3 && j % 6 >= 3; }
  bool conservative() const { return !damps(); }
  bool damps() const { return damping != T(0); }
  void add_force(const Pair<T>& p, const T&, PairVector<T>& f) const {
    const Turn turn(p);
    Vector<T> torque = -damping * turn.rate;  // damping torque on the second body, in the axes of that body
    if (stiffness != T(0)) torque -= stiffness * (on_second * rotation_vector(p));
    f.template segment<3>(9) += torque;
    f.template segment<3>(3) -= turn.between.transpose() * torque;
  }
  void add_tangents(const Pair<T>& p, const T&, PairMatrix<T>& k, PairMatrix<T>& damped) const {
    const Turn turn(p);
    const Matrix<T>& B = turn.between;
    if (stiffness != T(0)) {
      const Matrix<T> C = so3::Chart<T>().rate_matrix(rotation_vector(p));
      const Matrix<T> own = stiffness * on_second * C * on_second.transpose();
      const Matrix<T> opposite = stiffness * on_first * C * on_second.transpose();
      k.template block<3, 3>(9, 9) -= own;
      k.template block<3, 3>(9, 3) += own * B;
      k.template block<3, 3>(3, 9) += opposite;
      k.template block<3, 3>(3, 3) -= opposite * B;
    }
    const Matrix<T> first_rate = so3::skew<T>(p.first.w), second_rate = so3::skew<T>(p.second.w);
    k.template block<3, 3>(9, 9) += damping * so3::skew<T>(B * p.first.w);
    k.template block<3, 3>(9, 3) -= damping * B * first_rate;
    k.template block<3, 3>(3, 9) -= damping * B.transpose() * second_rate;
    k.template block<3, 3>(3, 3) += damping * so3::skew<T>(B.transpose() * p.second.w);
    for (const int i : {3, 9}) damped.template block<3, 3>(i, i).diagonal().array() -= damping;
    damped.template block<3, 3>(9, 3) += damping * B;
    damped.template block<3, 3>(3, 9) += damping * B.transpose();
  }
  T energy(const Pair<T>& p, const T&) const {
    if (stiffness == T(0)) return T(0);
    return stiffness * rotation_vector(p).squaredNorm() / 2;
  }
  T power(const Pair<T>& p, const T&) const { return -damping * Turn(p).rate.squaredNorm(); }

 private:
  struct Turn {
    Matrix<T> between;  // rotation matrix from the first body to the second
    Vector<T> rate;     // relative angular velocity ω_2 − ω_1 in the second body

    explicit Turn(const Pair<T>& p)
        : between(p.second.A.transpose() * p.first.A), rate(p.second.w - between * p.first.w) {}
  };
  Vector<T> rotation_vector(const Pair<T>& p) const {
    const Matrix<T> first = p.first.A * on_first;
    return so3::Chart<T>().coordinates(quaternion_of<T>(first.transpose() * (p.second.A * on_second)));
  }
};

template <class T>
using ForceElement =
    std::variant<AppliedForce<T>, SpringForce<T>, RotationalSpringForce<T>, TranslationalSpringForce<T>,
                 TurningSpringForce<T>, BeamForce<T>, CarriedBeamForce<T>>;

}  // namespace plumb::mbs
