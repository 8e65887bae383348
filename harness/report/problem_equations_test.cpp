// Tests of the equations on problem pages: every problem has equations in all its coordinates, and their values equal
// the values of the program.

#include "harness/report/problem_equations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "harness/report/typeset_equations.hpp"
#include "numerics/so3.hpp"
#include "problems/catalogue.hpp"
#include "problems/equations/equation_problem.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;
using Accelerated = AnySystem<quad>::State;

Parameters general(const Problem& problem) { return Parameters(problem.parameters, problem.general_data); }

/// Returns a state near the initial state, with nonzero velocities. It may violate the constraints.
Accelerated near_start(const Problem& problem, const Parameters& data, const Formulation& formulation,
                       AnySystem<quad>& system) {
  auto x = zero_state(system);
  const auto start = problem.in_quad.initial(data, formulation);
  Vec<quad> moved = zeros<Vec<quad>>(start.v.size());
  for (Eigen::Index i = 0; i < moved.size(); ++i) moved[i] = quad(((i * 7 + 3) % 11) - 5) / 40;
  x.q = start.q;
  system.retract(start.q, moved, x.q);
  x.v = start.v;
  for (Eigen::Index i = 0; i < x.v.size(); ++i) x.v[i] += quad(((i * 5 + 2) % 9) - 4) / 8 + quad(1) / 50;
  EXPECT_TRUE(system.acceleration(quad(0.3), x.q, x.v, x.a, x.lambda)) << problem.name;
  return x;
}

double gap(const Vec<quad>& a, const Vec<quad>& b) {
  double largest = 0;
  for (Eigen::Index i = 0; i < a.size(); ++i)
    largest = std::max(largest, static_cast<double>(abs(a[i] - b[i]) / (1 + abs(b[i]))));
  return largest;
}

/// Returns the formulation with the same coordinates whose accelerations satisfy the unmodified equations.
const Formulation& at_index1(const Problem& problem, const Formulation& like) {
  for (const auto& one : problem.formulations)
    if (one.coordinates == like.coordinates && (one.form == Form::index1 || one.form == Form::ode)) return one;
  return like;
}

TEST(ProblemEquations, AreKnownOfAllProblemsInAllCoordinates) {
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      const auto all = equations_of(problem, formulation);
      ASSERT_FALSE(all.empty()) << problem.name << " " << formulation.name;
      for (const auto& one : all) EXPECT_FALSE(one.formulas.tex.empty()) << problem.name << " " << one.title;
    }
}

// Fails if a printed formula differs from the model by a sign, factor, index or parameter.
TEST(ProblemEquations, OfFilesHaveTheNumbersOfTheProgram) {
  std::size_t compared = 0;
  for (const auto& file : files_of_equations()) {
    SCOPED_TRACE(file.path);
    const auto text = equations_from_text(file.text, std::string(file.path));
    const auto printed = equation_problem(text);
    const auto& problem = catalogued_problem(text.name);
    const auto name = file.path.substr(file.path.find('/') + 1, file.path.find('.') - file.path.find('/') - 1);
    ASSERT_NE(problem.formulation(name), nullptr);
    const auto& formulation = at_index1(problem, *problem.formulation(name));
    const auto data = general(problem);
    std::map<std::string, std::string> given;
    for (const auto& one : printed.parameters) given[one.name] = data.text(one.name);
    auto system = problem.in_quad.system(data, formulation);
    auto other = printed.in_quad.system(Parameters(printed.parameters, given), *printed.formulation(formulation.name));
    const auto x = near_start(problem, data, formulation, system);
    auto y = x;
    ASSERT_EQ(x.q.size(), zero_state(other).q.size());
    ASSERT_TRUE(other.acceleration(quad(0.3), y.q, y.v, y.a, y.lambda));
    EXPECT_LT(gap(y.a, x.a), 1e-28);
    EXPECT_LT(gap(y.lambda, x.lambda), 1e-28);
    if (system.sizes().lambda > 0) {
      Vec<quad> one = x.lambda, two = x.lambda;
      system.constraint(quad(0.3), x.q, one);
      other.constraint(quad(0.3), x.q, two);
      EXPECT_LT(gap(two, one), 1e-28);
    }
    if (text.equations.potential) {
      const auto start = problem.in_quad.initial(data, formulation);
      const auto change = [&](AnySystem<quad>& of) -> quad {
        return of.energy(quad(0.3), x.q, x.v) - of.energy(quad(0.3), start.q, start.v);
      };
      EXPECT_NEAR(static_cast<double>(change(system)), static_cast<double>(change(other)), 1e-14);
    }
    ++compared;
  }
  EXPECT_GE(compared, 8U);
}

/// Residual of the equations in problems/*/formulas.toml, written as code, for a state with its accelerations. It is 0 if the
/// equations are the ones of the program.
using Residual = std::function<Vec<quad>(const Parameters&, const Accelerated&)>;
using Space = so3::Vector<quad>;

Space three(const Vec<quad>& of, Eigen::Index from) { return of.segment<3>(from); }
Mat<quad, 3> attitude(const Vec<quad>& q, Eigen::Index from) {
  return so3::matrix<quad>(so3::Quaternion<quad>(q.segment<4>(from)));
}

Vec<quad> of_stars(const Parameters& p, const Accelerated& x) {
  Vec<quad> left = x.a;
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j) {
      if (i == j) continue;
      const quad dx = x.q[j] - x.q[i], dy = x.q[7 + j] - x.q[7 + i], r = sqrt(dx * dx + dy * dy);
      const auto m = p.number<quad>("mass" + std::to_string(j + 1));
      left[i] -= m * dx / (r * r * r);
      left[7 + i] -= m * dy / (r * r * r);
    }
  return left;
}

Vec<quad> of_particles(const Parameters& p, const Accelerated& x) {
  Vec<quad> left = x.a;
  const auto n = x.lambda.size();
  for (Eigen::Index i = 0; i < n; ++i) {
    Space sum = -p.number<quad>("damping") * three(x.v, 3 * i) - 2 * x.lambda[i] * three(x.q, 3 * i);
    for (Eigen::Index j = 0; j < n; ++j)
      if (const Space d = three(x.q, 3 * i) - three(x.q, 3 * j); i != j) sum += d / d.squaredNorm();
    left.segment<3>(3 * i) -= sum;
  }
  return left;
}

Vec<quad> of_beam(const Parameters& p, const Accelerated& x) {
  const auto n = x.q.size();
  Vec<quad> left = zeros<Vec<quad>>(n);
  const quad s = sin(quad(0.3)), load = p.number<quad>("load") * s * s;
  const auto theta = [&](Eigen::Index k) -> quad { return k == 0 ? quad(-x.q[0]) : x.q[std::min(k, n) - 1]; };
  for (Eigen::Index l = 1; l <= n; ++l) {
    quad sum = -pow(quad(n), 4) * (theta(l - 1) - 2 * theta(l) + theta(l + 1)) -
               quad(n) * n * (load * cos(theta(l)) + load * sin(theta(l)));
    for (Eigen::Index k = 1; k <= n; ++k) {
      const quad g = n + quad(1) / 2 - std::max(l, k), by = theta(l) - theta(k);
      sum += g * cos(by) * x.a[k - 1] + g * sin(by) * x.v[k - 1] * x.v[k - 1];
    }
    left[l - 1] = sum;
  }
  return left;
}

Vec<quad> of_free_body(const Parameters& p, const Accelerated& x) {
  const Space J(p.number<quad>("moment1"), p.number<quad>("moment2"), p.number<quad>("moment3")), w = three(x.v, 0);
  return J.cwiseProduct(three(x.a, 0)) - J.cwiseProduct(w).cross(w);
}

Vec<quad> of_planar_chain(const Parameters& p, const Accelerated& x) {
  const auto n = x.q.size() / 3;
  Vec<quad> left = zeros<Vec<quad>>(3 * n);
  const auto pull = [&](Eigen::Index k) -> Vec<quad, 2> {
    return k < n ? Vec<quad, 2>(x.lambda.segment<2>(2 * k)) : Vec<quad, 2>(Vec<quad, 2>::Zero());
  };
  const auto rate = [&](Eigen::Index k) -> quad { return k < 0 ? quad(0) : x.v[3 * k + 2]; };
  const quad c = p.number<quad>("friction");
  quad length = p.number<quad>("length"), m = p.number<quad>("mass");
  for (Eigen::Index k = 0; k < n; ++k) {
    const quad a = length / 2, psi = x.q[3 * k + 2];
    const Vec<quad, 2> across(-sin(psi), cos(psi)), here = pull(k), next = pull(k + 1);
    left[3 * k] = m * x.a[3 * k] + here[0] - next[0];
    left[3 * k + 1] = m * x.a[3 * k + 1] + m * p.number<quad>("gravity") + here[1] - next[1];
    left[3 * k + 2] = m * a * a / 3 * x.a[3 * k + 2] + c * (rate(k) - rate(k - 1)) - a * across.dot(here + next);
    if (k + 1 < n) left[3 * k + 2] -= c * (rate(k + 1) - rate(k));
    length *= p.number<quad>("length_ratio");
    m *= p.number<quad>("mass_ratio");
  }
  return left;
}

/// The top: X along the third axis, J from the moments about the fixed point.
Vec<quad> of_top(const Parameters& p, const Accelerated& x) {
  const quad m = p.number<quad>("mass"), l = p.number<quad>("length");
  const quad across = p.number<quad>("moment_transverse") - (p.number<quad>("length") * l * m);
  const Space X(quad(0), quad(0), l), w = three(x.v, 3), lambda = three(x.lambda, 0);
  const Space J(across, across, p.number<quad>("moment_axial")),
      weight(quad(0), quad(0), -m * p.number<quad>("gravity"));
  Vec<quad> left(6);
  left << Space(m * three(x.a, 0) - weight + lambda), Space(J.cwiseProduct(three(x.a, 3)) - J.cwiseProduct(w).cross(w) -
                                                            X.cross(Space(attitude(x.q, 3).transpose() * lambda)));
  return left;
}

struct Printed {
  const char *problem, *formulation;
  Residual residual;
};
const std::vector<Printed> printed = {{"pleiades", "ode", of_stars},
                                      {"fekete", "index1", of_particles},
                                      {"beam", "ode", of_beam},
                                      {"free-body", "ode", of_free_body},
                                      {"planar-chain", "index1", of_planar_chain},
                                      {"spinning-top", "rotation-index1", of_top}};

TEST(ProblemEquations, OfSumsAndVectorsHold) {
  for (const auto& [name, formulation, residual] : printed) {
    SCOPED_TRACE(name);
    const auto& problem = catalogued_problem(name);
    const auto data = general(problem);
    auto system = problem.in_quad.system(data, *problem.formulation(formulation));
    const auto x = near_start(problem, data, *problem.formulation(formulation), system);
    const auto left = residual(data, x);
    const quad size = 1 + x.a.cwiseAbs().maxCoeff();
    for (Eigen::Index i = 0; i < left.size(); ++i) EXPECT_LT(static_cast<double>(abs(left[i]) / size), 1e-24) << i;
  }
}

TEST(ProblemEquations, OfMechanismsNameTheirJoints) {
  const auto& four_link = catalogued_problem("four-link");
  const auto all = equations_of(four_link, four_link.formulations.front());
  std::string titles, tex;
  for (const auto& [title, formulas] : all) {
    titles += title + "\n";
    for (const auto& line : formulas.tex) tex += line + "\n";
  }
  EXPECT_THAT(titles, HasSubstr("joint, revolute: bearing (ground, rotor); pivot (ground, link3)"));
  EXPECT_THAT(titles, HasSubstr("driver: motor (of bearing)"));
  EXPECT_THAT(tex, HasSubstr("p_j - p_i = 0,\\quad x_i\\cdot z_j = 0,\\quad y_i\\cdot z_j = 0"));
}

TEST(TypesetEquations, PrintsWhatAFileSays) {
  const auto lines = typeset_equations(R"toml(schema = 1
[parameters]
spring_rate = { value = 2 }
[[coordinate]]
name = "x1"
[[coordinate]]
name = "phi"
[symbols]
spring_rate = 'k'
[expressions]
pull = "spring_rate*(x1 - 1)"
[equations]
mass = [1, "x1^2"]
force = ["-pull - 2*sin(phi)*x1'", "-cos(phi)^2*sqrt(x1)"]
constraint = ["x1*cos(phi) - 2"]
potential = "spring_rate*x1^2/2"
)toml",
                                       "some.toml");
  EXPECT_THAT(lines, ::testing::ElementsAre(
                         "\\mathrm{pull} = k\\,\\left(x_{1}-1\\right)",
                         "\\ddot{x}_{1} = -\\mathrm{pull}-2\\,\\sin\\left(\\phi\\right)\\,\\dot{x}_{1}"
                         "-\\left(G^{\\mathsf T}\\lambda\\right)_{1}",
                         "x_{1}^{2}\\,\\ddot{\\phi} = -\\cos^{2}\\left(\\phi\\right)\\,\\sqrt{x_{1}}"
                         "-\\left(G^{\\mathsf T}\\lambda\\right)_{2}",
                         "\\Phi = x_{1}\\,\\cos \\phi-2 = 0,\\quad G = \\frac{\\partial\\Phi}{\\partial q},\\quad "
                         "q = \\left(x_{1},\\,\\phi\\right)",
                         "U = \\frac{k\\,x_{1}^{2}}{2}", "k = \\texttt{spring\\_rate}"));
}

}  // namespace
}  // namespace plumb
