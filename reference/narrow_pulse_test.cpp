// No certified digit may be false if forces vary within much less than the steps of every route.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <quadmath.h>

#include <functional>
#include <memory>
#include <numbers>

#include "problems/equations/equation_problem.hpp"
#include "reference/certified.hpp"
#include "reference/collocation.hpp"

namespace plumb {
namespace {

const quad root_of_pi = sqrt(std::numbers::pi_v<quad>);

Problem oscillator_with(const std::string& force) {
  return equation_problem(equations_from_text(fmt::format(R"toml(schema = 1
name = "pulse"
t_end = 4
[[coordinate]]
name = "x"
start = 1
[equations]
force = ["-x + {}"]
)toml",
                                                          force),
                                              "pulse.toml"));
}

struct Pulse {
  std::string at, width, amplitude;

  quad centre() const { return number_from_text<quad>(at); }
  quad w() const { return number_from_text<quad>(width); }
  quad a() const { return number_from_text<quad>(amplitude); }
};

// Returns a pulse of width 10^-decade. The impulse does not depend on the width.
Pulse pulse(int decade, double at, double impulse) {
  return {fmt::format("{:.7f}", at), fmt::format("1e-{}", decade), fmt::format("{}e{}", impulse, decade)};
}

// Returns the exact motion x'' = −x + A exp(−((t − c)/w)²) after the pulse, by the Fourier transform of the pulse at
// the frequency 1.
Motion after_pulse_in_time(const Pulse& p, const quad& t) {
  const quad impulse = p.a() * p.w() * root_of_pi * exp(-p.w() * p.w() / 4), since = t - p.centre();
  Motion m{Vec<quad>(1), Vec<quad>(1)};
  m.q << cos(t) + impulse * sin(since);
  m.v << -sin(t) + impulse * cos(since);
  return m;
}

quad integral(const std::function<quad(const quad&)>& f, const quad& from, const quad& to) {
  constexpr int parts = 80;
  const quad half = (to - from) / (2 * parts);
  quad sum = 0;
  for (int k = 0; k < parts; ++k) {
    CollocationNodes::Values values;
    for (int j = 0; j < collocation_nodes; ++j)
      values[static_cast<std::size_t>(j)] = f(from + half * (2 * k + 1 + CollocationNodes::node(j)));
    for (const quad& c : integrated(CollocationNodes::expand(values), half)) sum += c;  // value at the right end
  }
  return sum;
}

// Returns the exact motion x'' = −x + A exp(−((x − c)/w)²) from x = 1 at rest, after x has passed the pulse once. The
// speed follows from the potential, and the time of the passage is an integral of 1/speed.
Motion after_pulse_in_place(const Pulse& p, const quad& t) {
  const quad reach = 10, all = p.a() * p.w() * root_of_pi / 2;
  const auto speed = [&](const quad& u) {
    const quad x = p.centre() + u * p.w();
    return sqrt(1 - x * x - 2 * all * (1 - erfq(u.value())));
  };
  const quad first = p.centre() + reach * p.w(), last = p.centre() - reach * p.w();
  const quad inside = p.w() * integral([&](const quad& u) { return 1 / speed(u); }, -reach, reach);
  const quad since = t - acos(first) - inside, v = -speed(-reach);
  Motion m{Vec<quad>(1), Vec<quad>(1)};
  m.q << last * cos(since) + v * sin(since);
  m.v << v * cos(since) - last * sin(since);
  return m;
}

// Returns the number of certified digits; a test fails if one of them is false.
int certified_digits(const Problem& problem, const char* t, const Motion& truth) {
  const auto record = certified(problem, Parameters(problem.parameters, {}), problem.formulations.front(), {t}).front();
  for (int i = 0; i < 2; ++i) {
    const auto& [name, value] = record.values[static_cast<std::size_t>(i)];
    const quad& right = i == 0 ? truth.q[0] : truth.v[0];
    if (value.digits == 0) continue;
    EXPECT_LE(abs(value.value - right), pow(quad(10), -value.digits) * std::max<quad>(value.scale, abs(right)))
        << name << ": " << value.digits;
  }
  return fewest_digits(record);
}

int digits_of_pulse_in_time(const Pulse& p) {
  SCOPED_TRACE("in time: " + p.at + " " + p.width);
  const auto force = fmt::format("{}*exp(-((t-{})/{})^2)", p.amplitude, p.at, p.width);
  return certified_digits(oscillator_with(force), "3.9", after_pulse_in_time(p, quad("3.9")));
}

int digits_of_pulse_in_place(const Pulse& p) {
  SCOPED_TRACE("in place: " + p.at + " " + p.width);
  const auto force = fmt::format("{}*exp(-((x-{})/{})^2)", p.amplitude, p.at, p.width);
  return certified_digits(oscillator_with(force), "1.9", after_pulse_in_place(p, quad("1.9")));
}

double position(int k) { return 0.25 + 0.0371234 * k; }  // 15 positions, none in the middle of an interval

bool may_hide(const std::string& force, const Range& t) {
  const auto problem = oscillator_with(force);
  return problem.hidden_variation(Parameters(problem.parameters, {}))({t, {{0.9, 1.1}}, {{-0.1, 0.1}}, 0.1});
}

// This fails if interval arithmetic overlooks a pulse of some shape, or if it reports a pulse in smooth forces.
TEST(HiddenVariation, IsFoundForPulsesOfManyShapes) {
  for (const char* force :
       {"exp(-((t-2)/1e-5)^2)", "1/cosh((t-2)/1e-5)^2", "1/cosh((t-2.01)/1e-9)^2",
        "tanh((t-2)*1e5) - tanh((t-2.0001)*1e5)", "1/(1 + ((t-2)/1e-5)^2)^9", "pow(1 + 1e10*(t-2)^2, -9.5)",
        "1/(1 + 1e10*(t-2)^2)", "exp(-1e10*sin(t-2)^2)", "exp(1e8*(cos(t-2) - 1))"}) {
    EXPECT_TRUE(may_hide(force, {1.95, 2.04})) << force;
    EXPECT_FALSE(may_hide(force, {2, 2 + 1e-10})) << force;
  }
  EXPECT_TRUE(may_hide("exp(-1e10*(x-1)^4)", {2, 2.001}));
  EXPECT_FALSE(may_hide("exp(-((t-2)/1e-5)^2)", {2.1, 2.9}));
  for (const char* force :
       {"sin(7*t)*x^3", "exp(-t)*x'", "1/(1+x^2)", "sqrt(1+x^2)", "tanh(x'/0.1)", "(t-2)^8", "atan(x)"})
    EXPECT_FALSE(may_hide(force, {1.95, 2.04})) << force;
}

TEST(NarrowPulses, AreNotSteppedOver) {
  for (const int decade : {2, 4, 7}) {
    EXPECT_GE(digits_of_pulse_in_time(pulse(decade, 2.1234567, 5e-3)), 8) << decade;
    EXPECT_GE(digits_of_pulse_in_place(pulse(decade, 0.3, -5e-2)), 8) << decade;
  }
}

TEST(NarrowPulsesEverywhere, HaveNoFalseDigit) {
  for (int decade = 2; decade <= 8; ++decade)
    for (int k = 0; k < 15; ++k) {
      digits_of_pulse_in_time(pulse(decade, 3 * position(k), 5e-3));
      digits_of_pulse_in_place(pulse(decade, position(k), -5e-2));
    }
}

}  // namespace
}  // namespace plumb
