// Orders with large rotations. The observed order of every method of the catalogue that supports charts equals its
// proven order within 0.1, in quad, for a body in space with and without a constraint. The errors in q (in the chart,
// not in entries of quaternions), v and λ are measured separately. A wrong chart with θ' = v does not have the order.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "methods/family.hpp"
#include "methods/testing/convergence.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/spinning-top/top_in_space.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

using System = AnySystem<quad>;

// All bodies rotate by more than half a turn. Only the top is symmetric.
const std::map<std::string, std::string> top = {{"moment_transverse", "9e-5"}, {"precession", "3"}, {"nutation", "1"}};
const Site sites[] = {
    {"free-body", "ode", {{"omega1", "2"}, {"omega2", "-1.5"}, {"omega3", "2.5"}}, "1"},
    {"spinning-top", "rotation-index1", top, "0.3"},
    {"spinning-top", "rotation-index2", top, "0.3"},
    {"spinning-top", "rotation-index3", top, "0.3"},
    {"spinning-top", "rotation-ggl", top, "0.3"},
};

// A site with its reference at six times. Numbers of steps must be multiples of six.
class Course {
 public:
  static constexpr int checks = 6;

  explicit Course(const Site& at) : site(at), of(catalogued_problem(at.problem)), data(of.parameters, at.data) {
    const auto known = solution(of, data);
    for (int k = 0; k <= checks; ++k) {
      const auto x = known->at(horizon() * k / checks, formulation());
      exact.push_back({x.q, x.v, x.a, x.lambda});
    }
  }
  const Formulation& formulation() const { return *of.formulation(site.formulation); }
  quad horizon() const { return number_from_text<quad>(site.t_end); }
  System system() const { return of.in_quad.system(data, formulation()); }

  /// Returns the largest errors at the six times; NaN if the run fails.
  Distance<quad> error(const Method& method, const Parameters& options, int n, System s) const {
    const auto stepper = method.in_quad(s, {options, {}});
    auto x = exact.front();
    Distance<quad> worst;
    const auto result = integrate(*stepper, x, horizon(), n, [&](int k, const System::State& state) {
      if (k % (n / checks) != 0) return;
      worst.raise_to(distance(s, exact[static_cast<std::size_t>(k / (n / checks))], state));
    });
    return result.status == Status::ok ? worst : no_distance();
  }

 private:
  Site site;
  const Problem& of;
  Parameters data;
  std::vector<System::State> exact;
};

const Course& course(const Site& site) {
  static std::map<std::string, Course> known;
  return known.try_emplace(title(site), site).first->second;
}

// If no order is proven (0), any finite slope is accepted.
bool near(double slope, int order) { return order == 0 ? std::isfinite(slope) : std::abs(slope - order) <= 0.1; }

bool agree(const Distance<double>& observed, const ProvenOrder& proven) {
  return near(observed.q, proven.of_position(true)) && near(observed.v, proven.of_velocity(true)) &&
         (!observed.has_multipliers || near(observed.lambda, proven.multiplier));
}

// Returns the proven order for a form. The equations of Gear, Gupta & Leimkuhler (ggl) are of index 2 in Hessenberg
// form, like the form index2, so the same theorems apply.
ProvenOrder proven_order(const Method& method, const Parameters& options, Form form) {
  return method.proven_order(options, form == Form::ggl ? Form::index2 : form);
}

/// Returns whether two consecutive doublings of the number of steps show the order, before the errors reach rounding or
/// the number of steps its limit, and the last observed slopes.
std::pair<bool, Distance<double>> shows(const Method& method, const Parameters& options, const Course& at,
                                        const ProvenOrder& proven, const System& s) {
  constexpr int fewest = 24, most = 3072;
  int agreeing = 0;
  Distance<double> last;
  for (auto [n, coarse] = std::pair(2 * fewest, at.error(method, options, fewest, s)); n <= most; n *= 2) {
    const auto fine = at.error(method, options, n, s);
    if (!isfinite(fine.q) || fine.q < quad("1e-27")) break;
    last = slopes(coarse, fine);
    agreeing = agree(last, proven) ? agreeing + 1 : 0;
    if (agreeing == 2) return {true, last};
    coarse = fine;
  }
  return {false, last};
}

struct Case {
  const Method* method;
  const Site* site;
};

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const auto& method : methods())
    for (const auto& site : sites) {
      const auto& info = method.info;
      if (!info.fixed_step || info.double_only || !method.in_quad) continue;
      if (info.vector_space_only || info.needs_velocity_independence) continue;
      const auto& formulation = *catalogued_problem(site.problem).formulation(site.formulation);
      const auto proven = proven_order(method, accurately_started(method), formulation.form);
      const bool has_order = proven.of_position(true) + proven.of_velocity(true) + proven.multiplier > 0;
      if (method.fits(formulation.family()) && has_order) list.push_back({&method, &site});
    }
  return list;
}

void PrintTo(const Case& c, std::ostream* out) { *out << c.method->info.name << " on " << title(*c.site); }

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string text = std::string(info.param.method->info.name) + "_" + title(*info.param.site);
  for (auto& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return text;
}

class RotationOrder : public ::testing::TestWithParam<Case> {};

TEST_P(RotationOrder, IsTheProvenOne) {
  const auto& [method, site] = GetParam();
  const auto& at = course(*site);
  const auto options = accurately_started(*method);
  const auto proven = proven_order(*method, options, at.formulation().form);
  const auto [shown, observed] = shows(*method, options, at, proven, at.system());
  EXPECT_TRUE(shown) << "proven q " << proven.of_position(true) << ", v " << proven.of_velocity(true) << ", lambda "
                     << proven.multiplier << "; observed q " << observed.q << ", v " << observed.v << ", lambda "
                     << observed.lambda;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RotationOrder, ::testing::ValuesIn(cases()), name_of);

// Tests one method of each family with a special treatment of positions, for the forms in which positions matter most.
TEST(RotationOrder, IsThatOfTheMethodInEveryChart) {
  for (const std::string retraction : {"cayley", "euler-parameters"})
    for (const auto& c : cases()) {
      const auto& name = c.method->info.name;
      if (c.site->formulation != "ode" && c.site->formulation != "rotation-index3") continue;
      const auto family = family_of(name);
      if (name != "erk4" && name != "bdf3" && name != "radau-iia" && family != "single-step" &&
          family != "half-implicit" && family != "spark")
        continue;
      Site site = *c.site;
      site.data["retraction"] = retraction;
      const Course at(site);
      const auto options = accurately_started(*c.method);
      const auto proven = proven_order(*c.method, options, at.formulation().form);
      const auto [shown, observed] = shows(*c.method, options, at, proven, at.system());
      EXPECT_TRUE(shown) << name << " on " << title(site) << " with " << retraction << ": q " << observed.q << ", v "
                         << observed.v << ", lambda " << observed.lambda;
    }
}

// Two bars rotate by more than a radian. Tests the multibody equations with joints between two moving bodies.
TEST(RotationOrder, IsThatOfTheMethodOnMechanisms) {
  const Site site = {"double-pendulum", "index3", {{"rate1", "2"}, {"rate2", "-5"}}, "0.6"};
  const Course at(site);
  for (const auto* name : {"half-implicit", "fully-implicit", "half-implicit2", "generalized-alpha", "hht", "rattle",
                           "ali3", "lobatto-iiia-iiib"}) {
    const auto& method = catalogued_method(name);
    const auto options = accurately_started(method);
    const auto proven = proven_order(method, options, at.formulation().form);
    const auto [shown, observed] = shows(method, options, at, proven, at.system());
    EXPECT_TRUE(shown) << name << " on " << title(site) << ": q " << observed.q << ", v " << observed.v << ", lambda "
                       << observed.lambda;
  }
}

// A wrong chart with θ' = v, as if rotations were added like translations.
struct UncorrectedCharts : WithRotation<quad, 3> {
  explicit(false) UncorrectedCharts(const WithRotation<quad, 3>& right) : WithRotation<quad, 3>(right) {}
  void chart_rate(const Q&, const V&, const V& v, V& out) const { out = v; }
};
struct Uncorrected : TopInSpace<quad> {
  using Space = UncorrectedCharts;
  explicit Uncorrected(const TopInSpace<quad>& right) : TopInSpace<quad>(right) {}
};

TEST(RotationOrder, IsLostWithoutTheCorrectionOfTheChart) {
  const auto& site = sites[1];
  const auto& at = course(site);
  const auto& of = catalogued_problem(site.problem);
  const System wrong(Constrained(Uncorrected(top_in_space<quad>(Parameters(of.parameters, site.data))), Form::index1));
  for (const auto& method : methods()) {
    if (method.info.name != "erk4" && method.info.name != "radau-iia" && method.info.name != "bdf3") continue;
    const auto options = accurately_started(method);
    const auto [shown, observed] = shows(method, options, at, proven_order(method, options, Form::index1), wrong);
    EXPECT_FALSE(shown) << method.info.name;
    EXPECT_NEAR(observed.q, 2, 0.2) << method.info.name;
  }
}

}  // namespace
}  // namespace plumb::testing
