#include "reference/chebyshev_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <limits>
#include <stdexcept>
#include <thread>

#include "reference/certify.hpp"
#include "reference/quad_integration.hpp"
#include "reference/redundant_integration.hpp"
#include "reference/testing/motion_examples.hpp"

namespace plumb {
namespace {

void expect_digits(const Motion& a, const Motion& b, int digits, const std::string& title) {
  const auto first = named_values(a), second = named_values(b);
  for (std::size_t i = 0; i < first.size(); ++i)
    EXPECT_GE(agreeing_digits(first[i].second, second[i].second, 1), digits) << title << " " << first[i].first;
}

TEST(ChebyshevMotion, IsTheClosedFormWhereThereIsOne) {
  for (const char* name : {"pendulum", "pendulum_turning", "oscillator_underdamped", "oscillator_steady_damped"}) {
    const auto& all = motion_examples();
    const auto& example = *std::find_if(all.begin(), all.end(), [&](const auto& e) { return e.name == name; });
    const auto exact = example.exact();
    const ChebyshevMotion computed(example.equation<quad>(), exact(0));
    for (const char* t : {"0", "1e-3", "0.7", "3.1"}) expect_digits(computed.at(quad(t)), exact(quad(t)), 29, name);
    EXPECT_GE(computed.digits(quad("3.1"), 20), 29) << name;
    for (const char* t : {"0.7", "3.1", "10"}) {
      const auto bound = computed.uncertainty(quad(t), 20);
      ASSERT_TRUE(bound) << name;
      const auto found = computed.at(quad(t)), wanted = exact(quad(t));
      EXPECT_LE(abs(found.q[0] - wanted.q[0]), bound->q[0]) << name << " " << t;
      EXPECT_LE(abs(found.v[0] - wanted.v[0]), bound->v[0]) << name << " " << t;
    }
  }
}

// The pendulum of length 1 starts at 1 rad, at rest.
template <class T>
Acceleration<T> swinging(std::int64_t* evaluations = nullptr, double gravity = 9.81) {
  return [=](const T&, const Vec<T>& q, const Vec<T>&, Vec<T>& a) {
    using std::sin;
    if (evaluations) ++*evaluations;
    a[0] = -T(gravity) * sin(q[0]);
  };
}
const Motion swing_start{Vec<quad>::Ones(1), Vec<quad>::Zero(1)};

// This fails if the iteration in double saves no evaluations in quad.
TEST(ChebyshevMotion, IsCorrectedInDouble) {
  std::int64_t alone = 0, corrected = 0;
  const ChebyshevMotion slow(swinging<quad>(&alone), swing_start);
  const ChebyshevMotion quick(swinging<quad>(&corrected), swing_start, {}, {}, swinging<double>());
  EXPECT_GE(quick.digits(3, 20), 29);
  expect_digits(quick.at(3), slow.at(3), 29, "both");
  slow.digits(3, 20);
  EXPECT_LT(corrected, 0.5 * alone);
}

// A wrong acceleration in double must cost only time, and no digits.
TEST(ChebyshevMotion, DoesNotTrustWhatIsKnownInDouble) {
  const Acceleration<double> nothing = [](double, const Vec<double>&, const Vec<double>&, Vec<double>& a) {
    a[0] = std::numeric_limits<double>::quiet_NaN();
  };
  const Acceleration<double> noise = [](double, const Vec<double>& q, const Vec<double>&, Vec<double>& a) {
    a[0] = -9.81 * std::sin(q[0]) + 1e-3 * std::sin(1e9 * q[0]);
  };
  const ChebyshevMotion alone(swinging<quad>(), swing_start);
  for (const auto& rough : {swinging<double>(nullptr, 9.8), swinging<double>(nullptr, -9.81),
                            swinging<double>(nullptr, 1e6), nothing, noise}) {
    const ChebyshevMotion motion(swinging<quad>(), swing_start, {}, {}, rough);
    expect_digits(motion.at(3), alone.at(3), 29, "misled");
    EXPECT_GE(motion.digits(3, 20), 29);
  }
}

// This fails if the iteration in double-doubles saves no evaluations in quad.
TEST(ChebyshevMotion, IsCorrectedInDoubleDoubles) {
  std::int64_t without = 0, with = 0;
  const ChebyshevMotion slow(swinging<quad>(&without), swing_start, {}, {}, swinging<double>());
  const ChebyshevMotion quick(swinging<quad>(&with), swing_start, {}, {}, swinging<double>(), {},
                              swinging<double_double>());
  EXPECT_GE(quick.digits(3, 20), 29);
  expect_digits(quick.at(3), slow.at(3), 29, "both");
  slow.digits(3, 20);
  EXPECT_LT(with, 0.8 * without);
}

// A wrong acceleration in double-doubles must cost only time, and no digits, even if only its last digits are wrong.
TEST(ChebyshevMotion, DoesNotTrustWhatIsKnownInDoubleDoubles) {
  const Acceleration<double_double> nothing = [](const auto&, const auto&, const auto&, Vec<double_double>& a) {
    a[0] = std::numeric_limits<double_double>::quiet_NaN();
  };
  const Acceleration<double_double> last_digits = [](const auto&, const auto& q, const auto&, Vec<double_double>& a) {
    a[0] = -9.81 * (1 + double_double(1e-24)) * sin(q[0]);
  };
  const ChebyshevMotion alone(swinging<quad>(), swing_start);
  for (const auto& fine : {swinging<double_double>(nullptr, 9.8), swinging<double_double>(nullptr, -9.81),
                           swinging<double_double>(nullptr, 1e6), nothing, last_digits}) {
    const ChebyshevMotion motion(swinging<quad>(), swing_start, {}, {}, swinging<double>(), {}, fine);
    expect_digits(motion.at(3), alone.at(3), 29, "misled");
    EXPECT_GE(motion.digits(3, 20), 29);
  }
}

// In q'' = k/3 − k (q + 1/3) terms of the size of k cancel except for −k q, but their roundings remain. A motion as
// small as these roundings, or exactly 0, must have as many digits as any other motion. This fails with "cannot be
// resolved" if the last coefficients of the series must be smaller than these roundings. The motion has no digits if
// they count from the size of the acceleration instead of its terms.
TEST(ChebyshevMotion, IsKnownInAndNearAnEquilibrium) {
  const quad k = quad("9.81"), rate = sqrt(k);
  const auto of = [](const auto& scale) {
    using T = std::decay_t<decltype(scale)>;
    return [scale](const auto&, const auto& q, const auto&, auto& a) { a[0] = scale / 3 - scale * (q[0] + T(1) / 3); };
  };
  const Acceleration<quad> equation = of(k);
  const Acceleration<double> none, in_double = of(static_cast<double>(k));
  for (const auto& rough : {none, in_double})
    for (const char* size : {"0", "1e-33", "1e-20", "1e-12", "1e-6", "0.1"}) {
      const quad amplitude(size);
      const ChebyshevMotion motion(equation, {Vec<quad>::Constant(1, amplitude), Vec<quad>::Zero(1)}, {}, {}, rough);
      for (const char* text : {"0.1", "1", "5"}) {
        const quad t(text);
        EXPECT_GE(motion.digits(t, 20), 20) << size;
        EXPECT_LT(abs(motion.at(t).q[0] - amplitude * cos(rate * t)), quad("1e-30")) << size << " " << text;
        EXPECT_LT(abs(motion.at(t).v[0] + amplitude * rate * sin(rate * t)), quad("1e-30")) << size << " " << text;
        const auto bound = motion.uncertainty(t, 20);
        ASSERT_TRUE(bound) << size;
        EXPECT_LE(abs(motion.at(t).q[0] - amplitude * cos(rate * t)), bound->q[0] + quad("1e-33"))
            << size << " " << text;
      }
    }
}

// The equation q'' = −λ (q' − cos t) − sin t − (q − sin t) has the solution
// q = sin t + w (e^(−at) − e^(−bt)), a + b = λ, ab = 1.
// This fails, by the number of evaluations, if Newton's iteration is not used or uses a wrong matrix.
TEST(ChebyshevMotion, OfAStiffProblemTakesFewEvaluations) {
  const quad rate = 20000, root = sqrt(rate * rate / 4 - 1), fast = rate / 2 + root, slow = 1 / fast, w("1e-6");
  const auto equation = [](auto rate_of, std::int64_t* count) {
    return [rate_of, count](const auto& t, const auto& q, const auto& v, auto& a) {
      using std::cos, std::sin;
      if (count && ++*count > 150'000) throw std::runtime_error("too many evaluations");
      a[0] = -rate_of * (v[0] - cos(t)) - sin(t) - (q[0] - sin(t));
    };
  };
  std::int64_t evaluations = 0;
  const Motion start{Vec<quad>::Zero(1), Vec<quad>::Constant(1, 1 + w * (fast - slow))};
  const ChebyshevMotion motion(equation(rate, &evaluations), start, {}, {}, equation(20000., nullptr));
  for (const char* text : {"1e-4", "0.01", "1"}) {
    const quad t(text), early = exp(-fast * t), late = exp(-slow * t);
    const Motion wanted{Vec<quad>::Constant(1, sin(t) + w * (late - early)),
                        Vec<quad>::Constant(1, cos(t) + w * (fast * early - slow * late))};
    expect_digits(motion.at(t), wanted, 26, text);
    const auto bound = motion.uncertainty(t, 20);
    ASSERT_TRUE(bound);
    EXPECT_LE(abs(motion.at(t).q[0] - wanted.q[0]), bound->q[0]) << text;
  }
  EXPECT_LT(evaluations, 150'000);
}

ChebyshevMotion two_link_motion(const Parameters& data) {
  const auto& model = catalogued_problem("two-link").in_quad;
  const auto system =
      std::make_shared<AnySystem<quad>>(model.system(data, *catalogued_problem("two-link").formulation("ode")));
  const auto start = model.initial(data, *catalogued_problem("two-link").formulation("ode"));
  return {[system, none = Vec<quad>(0)](const quad& t, const Vec<quad>& q, const Vec<quad>& v, Vec<quad>& a) mutable {
            system->acceleration(t, q, v, a, none);
          },
          {start.q, start.v}};
}

TEST(ChebyshevMotion, AdvancesByOneIntervalAtATime) {
  const auto data = parameters_of("two-link", {});
  const auto whole = two_link_motion(data), by_intervals = two_link_motion(data);
  int intervals = 1;
  while (!by_intervals.advance(2, 20)) ++intervals;
  EXPECT_GT(intervals, 4);
  EXPECT_TRUE(by_intervals.advance(1, 20));
  EXPECT_EQ(by_intervals.digits(2, 20), whole.digits(2, 20));
  EXPECT_EQ(by_intervals.at(2).q, whole.at(2).q);
  while (!by_intervals.advance(200, 25)) continue;
  EXPECT_LT(by_intervals.digits(200, 25), 25) << "no further than there are digits";
}

TEST(ChebyshevMotion, AgreesWithRungeKuttaInRedundantCoordinates) {
  const auto& problem = catalogued_problem("two-link");
  const auto data = parameters_of("two-link", {});
  const auto motion = two_link_motion(data);
  const std::vector<quad> times = {quad("0.25"), quad("0.5")};
  const std::vector<Motion> near = {motion.at(times[0]), motion.at(times[1])};
  const auto& redundant = *problem.formulation("index1");
  const auto system = std::make_shared<AnySystem<quad>>(problem.in_quad.system(data, redundant));
  const auto integrated = integrate_in_quad(acceleration_of(system), problem.in_quad.initial(data, redundant), times,
                                            {.scheme = QuadScheme::fehlberg78, .tolerance = quad("1e-29")});
  const auto other = led_back(integrated, problem, data, redundant, times, near);
  ASSERT_EQ(other.at.size(), 2);
  for (std::size_t i = 0; i < 2; ++i) expect_digits(near[i], other.at[i], 26, times[i].str());
}

TEST(ChebyshevMotion, KnowsHowManyDigitsAreLeft) {
  const auto motion = two_link_motion(parameters_of("two-link", {}));
  const int after_a_second = motion.digits(1, 20);
  EXPECT_GE(after_a_second, 29);
  EXPECT_LT(motion.digits(1000, 30), 30);  // the computation stops as soon as 30 digits are lost
  EXPECT_FALSE(motion.uncertainty(1000, 30));
}

TEST(ChebyshevMotion, IsTheSameForSeveralThreads) {
  const auto data = parameters_of("two-link", {});
  const auto alone = two_link_motion(data), shared = two_link_motion(data);
  std::vector<Motion> found(8);
  const auto ask = [&](int first) {
    for (int i = first; i < 8; i += 2) found[i] = shared.at(quad(8 - i) / 10);
  };
  std::thread even(ask, 0), odd(ask, 1);
  even.join();
  odd.join();
  for (int i = 0; i < 8; ++i) {
    const auto expected = alone.at(quad(8 - i) / 10);
    EXPECT_EQ(found[i].q, expected.q);
    EXPECT_EQ(found[i].v, expected.v);
  }
}

// This fails if a thread that reads computed motion waits for a thread that computes more of it.
TEST(ChebyshevMotion, IsReadWhileItIsComputedFurther) {
  std::atomic<bool> held = false, is_held = false;
  const auto oscillator = [&](const quad& t, const Vec<quad>& q, const Vec<quad>&, Vec<quad>& a) {
    while (t > 10 && held) {
      is_held = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    a = -q;
  };
  const ChebyshevMotion motion(oscillator, {Vec<quad>::Ones(1), Vec<quad>::Zero(1)});
  while (!motion.advance(5, 20)) continue;
  held = true;
  std::thread further([&] { motion.digits(20, 20); });
  while (!is_held) std::this_thread::yield();
  auto reading = std::async(std::launch::async, [&] {
    return motion.advance(5, 20) && motion.digits(5, 20) >= 20 && motion.uncertainty(5, 20) &&
           abs(motion.at(5).q[0] - cos(quad(5))) < quad("1e-25");
  });
  const auto meanwhile = reading.wait_for(std::chrono::seconds(10));
  held = false;
  further.join();
  EXPECT_EQ(meanwhile, std::future_status::ready);
  EXPECT_TRUE(reading.get());
}

TEST(ChebyshevMotion, StartsExactlyHoweverFarItIsKnown) {
  const auto data = parameters_of("two-link", {});
  const auto motion = two_link_motion(data);
  const auto& problem = catalogued_problem("two-link");
  const auto start = problem.in_quad.initial(data, *problem.minimal());
  motion.at(1);
  EXPECT_EQ(motion.at(0).q, start.q);
  EXPECT_EQ(motion.at(0).v, start.v);
}

TEST(ChebyshevMotion, RefusesWhatItCannotResolve) {
  const Acceleration<quad> jump = [](const quad& t, const Vec<quad>&, const Vec<quad>&, Vec<quad>& a) {
    a[0] = floor(t);
  };
  const ChebyshevMotion motion(jump, {Vec<quad>::Zero(1), Vec<quad>::Zero(1)});
  EXPECT_NO_THROW(motion.at(quad("0.9")));
  EXPECT_THROW(motion.at(2), std::invalid_argument);
}

// The equation q'' = 2 q³ with q = q' = 1 at the start has the solution q = 1/(1 − t). This fails if a bound near the
// singularity requires both computations to pass it.
TEST(ChebyshevMotion, IsKnownUpToWhereItEnds) {
  const Acceleration<quad> equation = [](const quad&, const Vec<quad>& q, const Vec<quad>&, Vec<quad>& a) {
    a[0] = 2 * q[0] * q[0] * q[0];
  };
  const ChebyshevMotion motion(equation, {Vec<quad>::Ones(1), Vec<quad>::Ones(1)});
  for (const char* text : {"0.5", "0.99", "0.9999"}) {
    const quad t(text);
    const auto bound = motion.uncertainty(t, 20);
    ASSERT_TRUE(bound) << text;
    EXPECT_LE(abs(motion.at(t).q[0] - 1 / (1 - t)), bound->q[0]) << text;
    EXPECT_LT(bound->q[0], quad("1e-20") / (1 - t)) << text;
  }
  EXPECT_THROW(motion.uncertainty(1, 20), std::invalid_argument);
  EXPECT_THROW(motion.at(2), std::invalid_argument);
}

}  // namespace
}  // namespace plumb
