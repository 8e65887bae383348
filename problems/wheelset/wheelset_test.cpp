// Compares the wheelset with the test set: its equations as published, its initial values and initial accelerations.

#include "problems/wheelset/wheelset.hpp"

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

using System = AnySystem<quad>;
using Six = Vec<quad, 6>;
using Force = Vec<quad, 3>;

struct At {
  const Problem& problem = catalogued_problem("wheelset");
  Parameters data;
  System system;
  System::State x;

  explicit At(const std::map<std::string, std::string>& overrides)
      : data(problem.parameters, overrides),
        system(problem.in_quad.system(data, *problem.formulation("index1"))),
        x(initial_state(problem, data, *problem.formulation("index1"), system)) {}
  Vec<quad> outputs() {
    Vec<quad> out(static_cast<Eigen::Index>(problem.outputs.size()));
    system.outputs(0, x, out);
    return out;
  }
};

/// A wheel with the formulas of the test set. `side` is −1 for the left wheel. ψ and ξ are unknowns in the test set,
/// and outputs in Plumb's model.
struct PublishedWheel {
  quad psi, xi, radius, slope, bent, delta;  // bent: E''
  std::array<quad, 5> row;                   // ∂Φ/∂(x, y, z, θ, φ)
  std::array<quad, 2> conditions;            // residuals of the conditions for a common normal of wheel and rail

  PublishedWheel(const Parameters& p, const Vec<quad>& q, int side, const quad& at_psi, const quad& at_xi)
      : psi(at_psi), xi(at_xi) {
    const quad cone = p.number<quad>("cone"), gauge = p.number<quad>("gauge"), rho = p.number<quad>("rail_radius");
    const quad st = sin(q[3]), ct = cos(q[3]), sp = sin(q[4]), cp = cos(q[4]), s = sin(psi), c = cos(psi);
    const quad taper = -side * tan(cone);
    radius = p.number<quad>("radius") + tan(cone) * (gauge - abs(xi));
    const quad place = q[0] + xi * ct * cp + radius * (ct * sp * c - st * s);
    const quad from_middle = abs(place) - gauge - sin(cone) * rho, root = sqrt(rho * rho - from_middle * from_middle);
    slope = -side * from_middle / root;
    bent = -rho * rho / (root * root * root);
    row = {slope, -1, 0, slope * (radius * (-ct * s - c * sp * st) - cp * st * xi),
           -c * radius * sp - cp * xi + slope * (cp * c * ct * radius - ct * sp * xi)};
    conditions = {slope * (taper * sp + cp * c) + taper * ct * cp - ct * sp * c + st * s,
                  taper * st * cp - st * sp * c - ct * s};
    const quad across = (taper * cp - sp * c) * ct + s * st, down = -taper * sp - c * cp;
    delta = atan(side < 0 ? quad(across / down) : quad(across / -down));
  }

  /// Returns the creep force for velocities v and normal force N.
  Force creep(const Parameters& p, const Vec<quad>& q, const Vec<quad>& v, int side, const quad& N) const {
    const auto number = [&p](const char* name) { return p.number<quad>(name); };
    const quad V = number("speed"), spin = V / number("radius") + v[5], G = number("glide_module");
    const quad sd = -side * sin(delta), cd = cos(delta), st = sin(q[3] / cd), ct = cos(q[3] / cd);
    const quad sp = sin(q[4]), cp = cos(q[4]), s = sin(psi), c = cos(psi), r = radius;
    const quad w1 = v[0] - spin * r * (st * c + ct * sp * s) - v[3] * (r * (st * sp * c + ct * s) + xi * st * cp) -
                    v[4] * ct * (xi * sp - r * cp * c);
    const quad w2 = v[1] + spin * r * cp * s + v[4] * (xi * cp + r * sp * c);
    const quad w3 = V + v[2] - spin * r * (ct * c - st * sp * s) - v[3] * (xi * ct * cp + r * (ct * sp * c - st * s)) +
                    v[4] * st * (xi * sp - r * cp * c);
    const Force rolling(w1 - 2 * v[0], w2 - 2 * v[1], w3 - 2 * v[2] - 2 * V);
    const quad speed = rolling.norm() / 2, along = (st * w1 + ct * w3) / speed;
    const quad across = (ct * cd * w1 + sd * w2 - st * cd * w3) / speed, turn = (cd * v[3] - sd * spin) / speed;
    const quad taper = tan(number("cone"));
    const quad a = quad(0.5) / (r * sqrt(1 + taper * taper)), b = -quad(0.5) * bent / pow(1 + slope * slope, quad(1.5));
    const quad size = pow(3 * abs(N) * (1 - number("sigma")) * number("ellipse_e") /
                              (2 * number("pi") * (a + b) * G * sqrt(number("ellipse_g"))),
                          quad(1) / 3);
    const quad most = number("friction") * N;
    quad t1 = -most * tanh(G * size * size * number("c11") * along / most);
    quad t2 = -most * tanh(G * size * size * (number("c22") * across + size * number("c23") * turn) / most);
    if (const quad length = sqrt(t1 * t1 + t2 * t2); length > abs(most))
      t1 *= abs(most) / length, t2 *= abs(most) / length;
    return {st * t1 + ct * cd * t2, sd * t2, ct * t1 - st * cd * t2};
  }

  /// Returns the generalised forces in θ, φ and β of a force at the contact.
  Force moments(const Vec<quad>& q, const Force& T) const {
    const quad st = sin(q[3]), ct = cos(q[3]), sp = sin(q[4]), cp = cos(q[4]), s = sin(psi), c = cos(psi), r = radius;
    return {-(xi * st + r * s * ct * cp) * T[0] - r * s * sp * T[1] + (-xi * ct + r * s * st * cp) * T[2],
            -(xi * ct * sp - r * c * ct * cp) * T[0] + (xi * cp + r * c * sp) * T[1] +
                (xi * st * sp - r * c * st * cp) * T[2],
            -r * (c * st + s * ct * sp) * T[0] + r * s * cp * T[1] - r * (c * ct - s * st * sp) * T[2]};
  }
};

/// Returns the residual of the test set's equations of motion, whose multipliers have the opposite sign.
Six published_residual(const Parameters& p, const System::State& x, const PublishedWheel& left,
                       const PublishedWheel& right) {
  const auto number = [&p](const char* name) { return p.number<quad>(name); };
  const auto &q = x.q, &v = x.v, &a = x.a;
  const quad m = number("mass"), I1 = number("spin_inertia"), I2 = number("yaw_inertia"), eL = -x.lambda[0],
             eR = -x.lambda[1], sp = sin(q[4]), cp = cos(q[4]), turning = number("speed") / number("radius") + v[5];
  const quad det = -sin(left.delta) * cos(right.delta) - sin(right.delta) * cos(left.delta);
  const quad w1 = left.row[0] * eL + right.row[0] * eR, w2 = left.row[1] * eL + right.row[1] * eR;
  const Force TL = left.creep(p, q, v, -1, (cos(right.delta) * w1 - sin(right.delta) * w2) / det);
  const Force TR = right.creep(p, q, v, 1, (-cos(left.delta) * w1 - sin(left.delta) * w2) / det);
  const Force ML = left.moments(q, TL), MR = right.moments(q, TR), T = TL + TR, M = ML + MR;
  const auto reaction = [&](std::size_t i) -> quad { return left.row[i] * eL + right.row[i] * eR; };
  const quad spring = -2 * number("track_spring") * number("spring_arm") * number("spring_arm") * q[3];
  Six out;
  out[0] = -m * a[0] + T[0] + reaction(0) - 2 * number("lateral_spring") * q[0];
  out[1] = -m * a[1] + T[1] + reaction(1) - m * number("gravity");
  out[2] = -m * a[2] + T[2] + reaction(2) - 2 * number("track_spring") * q[2];
  out[3] = -I2 * (a[3] * cp - v[3] * v[4] * sp) - I1 * turning * v[4] - (I1 - I2) * v[3] * sp * v[4] + M[0] +
           cp * spring + reaction(3);
  out[4] = -I2 * a[4] + I1 * turning * v[3] * cp + (I1 - I2) * v[3] * sp * v[3] * cp + M[1] + reaction(4);
  out[5] = -I1 * (a[5] + a[3] * sp + v[3] * v[4] * cp) + M[2] + sp * spring;
  return out;
}

const std::map<std::string, std::string> slow = {
    {"x_rate", "0.01"}, {"yaw_rate", "-0.02"}, {"turn_rate", "0.03"}, {"z_rate", "0.004"}};

// The initial states have creep forces at the bound μ N at both wheels (the test set's state), at one wheel, or at
// none.
TEST(Wheelset, KeepsTheEquationsOfTheTestSet) {
  const auto& general = catalogued_problem("wheelset").general_data;
  for (const auto& overrides : {std::map<std::string, std::string>{}, slow, general}) {
    At at(overrides);
    const auto out = at.outputs();
    const PublishedWheel left(at.data, at.x.q, -1, out[5], out[6]), right(at.data, at.x.q, 1, out[7], out[8]);
    for (const auto* wheel : {&left, &right})
      for (const auto& condition : wheel->conditions) EXPECT_LT(abs(condition), 1e-31);
    const Six residual = published_residual(at.data, at.x, left, right);
    for (int i = 0; i < 6; ++i) EXPECT_LT(abs(residual[i]), 1e-27) << i;
    for (int k = 0; k < 2; ++k) {  // its rows of velocities are the derivatives of the constraints
      Vec<quad> unit = Vec<quad>::Unit(2, k), row(6);
      at.system.reaction(0, at.x.q, unit, row);
      for (int i = 0; i < 5; ++i)
        EXPECT_LT(abs(row[i] - (k == 0 ? left : right).row[static_cast<std::size_t>(i)]), 1e-31) << k << i;
      EXPECT_EQ(row[5], 0);
    }
  }
}

// Positions and contacts are published with all digits, the multipliers with five digits, and the accelerations were
// computed with these rounded multipliers.
TEST(Wheelset, StartsAsPublished) {
  At at({});
  const auto out = at.outputs();
  const auto near = [&](int i, const char* published, double relative) {
    EXPECT_LT(abs(out[i] / quad(published) - 1), relative) << i;
  };
  near(1, "0.40089e-6", 1e-20);
  near(4, "0.26459e-3", 1e-20);
  near(5, "-7.4122380357667139e-6", 1e-14);
  near(6, "-0.1521364296121248", 1e-15);
  near(7, "7.5634406395172940e-6", 1e-14);
  near(8, "0.1490635714733819", 1e-15);
  EXPECT_LT(abs(at.x.lambda[0] / quad("74.144") - 1), 1e-4);
  EXPECT_LT(abs(at.x.lambda[1] / quad("83.593") - 1), 1e-4);
  const PublishedWheel left(at.data, at.x.q, -1, out[5], out[6]), right(at.data, at.x.q, 1, out[7], out[8]);
  at.x.a << quad("-1.975258894011285"), quad("-1.0898297102811276e-3"), quad("7.8855083626142589e-2"),
      quad("-5.533362821731549"), quad("-0.3487021489546511"), quad("-2.132968724380927");
  at.x.lambda << quad("74.144"), quad("83.593");
  const Six residual = published_residual(at.data, at.x, left, right);
  for (int i = 0; i < 6; ++i) EXPECT_LT(abs(residual[i]), 1e-12) << i;  // N, of a weight of 158 N in double
}

// At the contact, the distance of wheel and rail as a function of (ξ, ψ) is minimal, so its first derivatives are 0.
TEST(Wheelset, TouchesWhereTheDistanceIsLeast) {
  At at(catalogued_problem("wheelset").general_data);
  const auto out = at.outputs();
  const quad rho = at.data.number<quad>("rail_radius"), gauge = at.data.number<quad>("gauge"),
             cone = at.data.number<quad>("cone"), h = quad("1e-9");
  const auto& q = at.x.q;
  const quad st = sin(q[3]), ct = cos(q[3]), sp = sin(q[4]), cp = cos(q[4]);
  const auto distance = [&](int side, const quad& psi, const quad& xi) -> quad {
    const quad r = at.data.number<quad>("radius") + tan(cone) * (gauge - abs(xi));
    const quad x = q[0] + xi * ct * cp + r * (ct * sp * cos(psi) - st * sin(psi));
    const quad y = q[1] + xi * sp - r * cp * cos(psi), from_middle = abs(x) - gauge - sin(cone) * rho;
    return y - sqrt(rho * rho - from_middle * from_middle) + at.data.number<quad>("radius") + cos(cone) * rho -
           at.data.number<quad>(side < 0 ? "left_rail" : "right_rail");
  };
  for (const int side : {-1, 1}) {
    const quad psi = out[side < 0 ? 5 : 7], xi = out[side < 0 ? 6 : 8];
    EXPECT_LT(abs(distance(side, psi, xi)), 1e-32);
    EXPECT_LT(abs(distance(side, psi + h, xi) - distance(side, psi - h, xi)) / (2 * h), 1e-17);
    EXPECT_LT(abs(distance(side, psi, xi + h) - distance(side, psi, xi - h)) / (2 * h), 1e-17);
    for (const quad& step : {quad("0.01"), quad("-0.01")}) {
      EXPECT_GT(distance(side, psi + step, xi), 0);
      EXPECT_GT(distance(side, psi, xi + step), 0);
    }
  }
}

TEST(Wheelset, RefusesAStartBesideTheRails) {
  const auto& problem = catalogued_problem("wheelset");
  EXPECT_THROW(problem.check(Parameters(problem.parameters, {{"left_rail", "1"}})), std::invalid_argument);
}

}  // namespace
}  // namespace plumb
