// The scaled copy of a mechanism behaves like the original: in any units of length, mass and time, implicit methods end
// with the same status and at the same motion, after as many iterations where units are powers of 1024.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

struct Units {
  double length = 1, mass = 1, time = 1;
};

// Writes a mechanism in given units: every quantity knows its own.
struct Writer {
  Units unit;

  static std::string number(double x) { return fmt::format("{:.17e}", x); }
  static std::string three(double x, double y, double z, double by) {
    return fmt::format("[{}, {}, {}]", number(x * by), number(y * by), number(z * by));
  }
  std::string point(double x, double y, double z) const { return three(x, y, z, unit.length); }

  std::string head() const {
    return fmt::format("schema = 1\nname = \"scaled\"\nt_end = {}\ngravity = {}\n", number(unit.time),
                       three(0, 0, -9.81, unit.length / unit.time / unit.time));
  }
  std::string body(const char* name, const std::string& position, double mass, double moment, double spin = 0) const {
    return fmt::format("[[body]]\nname = \"{}\"\nmass = {}\ninertia = {}\nposition = {}\nangular_velocity = {}\n", name,
                       number(mass * unit.mass),
                       three(0.2 * moment, moment, 0.9 * moment, unit.mass * unit.length * unit.length), position,
                       three(0, 0, spin, 1 / unit.time));
  }
  static std::string joint(const char* name, const char* kind, const char* first, const char* second,
                           const std::string& at, const char* axis = "") {
    return fmt::format("[[joint]]\nname = \"{}\"\nkind = \"{}\"\nbodies = [\"{}\", \"{}\"]\npoint = {}\n{}{}\n", name,
                       kind, first, second, at, *axis ? "axis = " : "", axis);
  }
  std::string spring(const char* first, const char* second, const std::string& at, double stiffness) const {
    const double k = unit.mass / unit.time / unit.time;
    return fmt::format(
        "[[force]]\nname = \"spring\"\nkind = \"spring\"\nbodies = [\"{}\", \"{}\"]\non_first = {{ point = {} }}\n"
        "on_second = {{ point = {} }}\nstiffness = {}\ndamping = {}\nfree_length = {}\n",
        first, second, at, point(0, 0.1, 0), number(stiffness * k), number(0.3 * k * unit.time),
        number(0.4 * unit.length));
  }
};

using Mechanisms = std::vector<std::function<std::string(const Writer&)>>;

const Mechanisms& mechanisms() {
  static const Mechanisms all = {
      [](const Writer& w) {  // a rod on a hinge
        return w.head() + w.body("a", w.point(1, 0, 0), 1, 0.3) +
               w.joint("A", "revolute", "ground", "a", w.point(0, 0, 0), "[0, 1, 0]");
      },
      [](const Writer& w) {  // a heavy one
        return w.head() + w.body("a", w.point(1, 0, 0), 700, 250) +
               w.joint("A", "revolute", "ground", "a", w.point(0, 0, 0), "[0, 1, 0]");
      },
      [](const Writer& w) {  // a body on a ball joint
        return w.head() + w.body("a", w.point(0.5, 0, 0), 1, 0.9) +
               w.joint("A", "spherical", "ground", "a", w.point(0.5, 0, 0.2));
      },
      [](const Writer& w) {  // with a second one on a hinge
        return w.head() + w.body("a", w.point(0.5, 0, 0), 1, 0.9) +
               w.joint("A", "spherical", "ground", "a", w.point(0, 0, 0)) + w.body("b", w.point(1.5, 0, 0), 1, 0.9) +
               w.joint("B", "revolute", "a", "b", w.point(1, 0, 0), "[0, 1, 1]");
      },
      [](const Writer& w) {  // three hinges
        return w.head() + w.body("a", w.point(0.5, 0, 0), 1, 0.1) +
               w.joint("A", "revolute", "ground", "a", w.point(0, 0, 0), "[0, 1, 0]") +
               w.body("b", w.point(1.5, 0, 0), 2, 0.2) +
               w.joint("B", "revolute", "a", "b", w.point(1, 0, 0), "[0, 1, 0]") +
               w.body("c", w.point(2.5, 0, 0), 0.5, 0.05) +
               w.joint("C", "revolute", "b", "c", w.point(2, 0, 0), "[0, 1, 0]");
      },
      [](const Writer& w) {  // a cart with a pendulum
        return w.head() + w.body("a", w.point(0, 0, 0), 1, 0.1) +
               w.joint("A", "translational", "ground", "a", w.point(0, 0, 0), "[1, 0, 0]") +
               w.body("b", w.point(0.6, 0, 0), 2, 0.2) +
               w.joint("B", "revolute", "a", "b", w.point(0, 0, 0), "[0, 1, 0]");
      },
      [](const Writer& w) {  // a body on a thread
        return w.head() + w.body("a", w.point(0.4, 0.3, -0.2), 3, 0.4) +
               fmt::format(
                   "[[joint]]\nname = \"A\"\nkind = \"distance\"\nbodies = [\"ground\", \"a\"]\non_first = {{ point = "
                   "{} }}\non_second = {{ point = {} }}\n",
                   w.point(0, 0, 0), w.point(0.1, 0.1, 0));
      },
      [](const Writer& w) {  // a body that slides and turns
        return w.head() + w.body("a", w.point(0.2, 0, 0), 1, 0.1, 2) +
               w.joint("A", "cylindrical", "ground", "a", w.point(0.2, 0, 0), "[0, 0, 1]");
      },
      [](const Writer& w) {  // a spring
        return w.head() + w.body("a", w.point(0.2, 0.1, -0.8), 1, 0.1) + w.spring("ground", "a", w.point(0, 0, 0), 5);
      },
      [](const Writer& w) {  // a hinge and a spring
        return w.head() + w.body("a", w.point(1, 0, 0), 1, 0.3) +
               w.joint("A", "revolute", "ground", "a", w.point(0, 0, 0), "[0, 1, 0]") +
               w.spring("ground", "a", w.point(0.5, 0, 1), 5);
      }};
  return all;
}

struct Ending {
  Status status;
  std::int64_t iterations;
  Vec<double> q;  // lengths divided by their unit
};

Ending ending(const std::string& text, const Units& unit, const char* formulation, const char* method) {
  const auto problem = mechanism_problem(mechanism_from_text(text, "scaled.toml"));
  MovedProblem<double> moved(problem, Parameters(problem.parameters, {}), formulation);
  const auto result = moved.by(method, 0.1 * unit.time, 10);
  Ending out{result.status, moved.counters.newton_iterations.value_or(0), moved.x.q};
  for (Eigen::Index i = 0; i < out.q.size(); ++i)
    if (i % 7 < 3) out.q[i] /= unit.length;
  return out;
}

void expect_the_same(const Ending& usual, const Ending& scaled, bool is_exact) {
  ASSERT_EQ(usual.status, Status::ok);
  ASSERT_EQ(scaled.status, usual.status);
  EXPECT_TRUE(!is_exact || scaled.iterations == usual.iterations) << scaled.iterations << " " << usual.iterations;
  EXPECT_LE((usual.q - scaled.q).cwiseAbs().maxCoeff(), is_exact ? 0 : 1e-11);
}

constexpr double small = 0x1p-30, large = 0x1p30;

/// Powers of two scale without rounding, so that every digit has to be the same.
const std::vector<Units> exact_scales = {{small, 1, 1}, {1, large, 1}, {1, 1, small}, {large, small, large}};
const std::vector<Units> other_scales = {{1e-4, 1e-10, 1e-2}, {1e9, 1e9, 3e4}};

void expect_free_of_units(const char* formulation, const std::vector<const char*>& methods) {
  for (std::size_t k = 0; k < mechanisms().size(); ++k)
    for (const char* method : methods) {
      const auto usual = ending(mechanisms()[k](Writer{}), {}, formulation, method);
      for (const auto* scales : {&exact_scales, &other_scales})
        for (const auto& unit : *scales) {
          SCOPED_TRACE(fmt::format("mechanism {}, {} on {}, length {} mass {} time {}", k + 1, method, formulation,
                                   unit.length, unit.mass, unit.time));
          expect_the_same(usual, ending(mechanisms()[k](Writer{unit}), unit, formulation, method),
                          scales == &exact_scales);
        }
    }
}

const std::vector<const char*> of_every_form = {"radau-iia", "gauss", "lobatto-iiic",
                                                "block",     "bdf2",  "esdirk436l2sa2"};

TEST(Units, DoNotMatterAtIndex1) { expect_free_of_units("index1", of_every_form); }
TEST(Units, DoNotMatterAtIndex2) { expect_free_of_units("index2", of_every_form); }
TEST(Units, DoNotMatterAtIndex3) {
  auto methods = of_every_form;
  methods.insert(methods.end(), {"generalized-alpha", "rattle", "half-implicit", "half-implicit2"});
  expect_free_of_units("index3", methods);
}

}  // namespace
}  // namespace plumb::testing
