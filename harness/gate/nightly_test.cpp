// The nightly matrix must cover the catalogue: every method and problem must have a cell and a baseline.

#include "harness/gate/nightly.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "harness/gate/baseline.hpp"
#include "harness/gate/paper_items.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

using testing::IsEmpty;
using Names = std::set<std::string>;

const char* const folder = "results/baselines";

std::string bare(const std::string& name) { return name.substr(0, name.find('(')); }

Names methods_in(const std::vector<ResolvedCell>& cells) {
  Names out;
  for (const auto& cell : cells) out.insert(cell.text().method);
  return out;
}

Names omitted(const Names& known) {
  Names out;
  for (const auto& method : methods())
    if (!known.contains(std::string(method.info.name))) out.insert(std::string(method.info.name));
  return out;
}

/// Returns "PROBLEM FORMULATION" of each cell.
Names formulations_in(const std::vector<ResolvedCell>& cells) {
  Names out;
  for (const auto& cell : cells) out.insert(cell.text().problem + " " + cell.text().formulation);
  return out;
}

class Nightly : public testing::TestWithParam<bool> {
 protected:
  const NightlyMatrix matrix = nightly_matrix(folder, GetParam());
};
INSTANTIATE_TEST_SUITE_P(Whole, Nightly, testing::Values(false));
INSTANTIATE_TEST_SUITE_P(Quick, Nightly, testing::Values(true));

TEST_P(Nightly, RunsEveryMethodOnEveryProblem) {
  EXPECT_THAT(omitted(methods_in(matrix.cells)), IsEmpty());
  Names problems_run;
  for (const auto& cell : matrix.cells) problems_run.insert(cell.text().problem);
  for (const auto& problem : problems()) EXPECT_TRUE(problems_run.contains(std::string(problem.name))) << problem.name;
}

TEST_P(Nightly, RunsEveryFormulation) {
  const auto known = formulations_in(matrix.cells);
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      const auto name = std::string(problem.name) + " " + std::string(formulation.name);
      EXPECT_TRUE(GetParam() || known.contains(name)) << name;
    }
}

TEST_P(Nightly, MeasuresTheOrderOfEveryMethodThatHasOneInQuad) {
  Names known;
  for (const auto& study : matrix.studies) {
    EXPECT_GE(study.size(), 4) << study.front().text().method;
    known.insert(study.front().text().method);
  }
  for (const auto& method : methods())
    EXPECT_TRUE(!method.info.fixed_step || !method.in_quad || known.contains(std::string(method.info.name)))
        << method.info.name;
}

TEST_P(Nightly, AnalysesEveryMethodOfFixedSteps) {
  Names known;
  for (const auto& spec : matrix.methods) known.insert(spec.name);
  for (const auto& method : methods())
    EXPECT_TRUE(!method.info.fixed_step || known.contains(std::string(method.info.name))) << method.info.name;
}

TEST(NightlyPapers, AreSampledAll) {
  const auto matrix = nightly_matrix(folder, false);
  Names of_claims, of_tables, claims;
  for (const auto& sample : matrix.papers) {
    (sample.item == "claims" ? of_claims : of_tables).insert(sample.paper);
    claims.insert(sample.claims.begin(), sample.claims.end());
  }
  EXPECT_EQ(of_claims, (Names{"fernandez2024", "li2019", "zhang2022"}));
  EXPECT_EQ(of_tables, (Names{"fang2023", "fernandez2024", "li2019"}));
  EXPECT_TRUE(claims.contains("table-7-mssth4"));                   // tables of zhang2022 contain only coefficients,
  EXPECT_TRUE(claims.contains("squeezer-observable-differences"));  // so its runs are checked by claims
  const auto squeezer = std::ranges::count_if(
      matrix.cells, [](const auto& cell) { return cell.text().problem == "squeezer" && cell.text().t_end == "0.03"; });
  EXPECT_GE(squeezer, 10);  // the set squeezer/work-precision
}

// Fails if unknown rows, columns or claims of a sample are ignored instead of rejected.
TEST(NightlyPapers, NameRowsAndClaimsThatThereAre) {
  const auto refused = [](const PaperSample& sample) {
    EXPECT_THROW(measured_papers({sample}, {}), UsageError) << sample.item;
  };
  refused({.paper = "li2019", .item = "table-1", .rows = {"h=0.01", "h=0.02"}});
  refused({.paper = "li2019", .item = "table-1", .columns = {"displacement", "nosuch"}});
  refused({.paper = "li2019", .item = "claims", .claims = {"equation-11", "nosuch"}});
  refused({.paper = "li2019", .item = "table-99"});
}

// Fails if an unknown name selects items, for example of papers, so that the check passes.
TEST(NightlyChoice, OfAnUnknownNameIsNothing) {
  const auto quick = nightly_matrix(folder, true);
  EXPECT_TRUE(part_of(quick, {.methods = {"nosuch"}}).empty());
  EXPECT_TRUE(part_of(quick, {.problems = {"nosuch"}}).empty());
}

TEST(NightlyChoice, IsByNamesWithAndWithoutParameters) {
  const auto whole = nightly_matrix(folder, false);
  const auto one = part_of(whole, {.areas = {"cells"}, .problems = {"pendulum"}, .methods = {"bdf3"}});
  ASSERT_FALSE(one.cells.empty());
  EXPECT_TRUE(one.studies.empty() && one.methods.empty() && one.references.empty() && one.papers.empty());
  for (const auto& cell : one.cells) EXPECT_EQ(cell.text().method + " " + cell.text().problem, "bdf3 pendulum");
  EXPECT_THROW(part_of(whole, {.areas = {"cell"}}), UsageError);
}

// The quick subset must be contained in the whole matrix, because it has no separate baselines.
TEST(NightlyQuick, IsAPartOfTheWhole) {
  const auto quick = nightly_matrix(folder, true), whole = nightly_matrix(folder, false);
  Names known;
  for (const auto& cell : whole.cells) known.insert(cell.id());
  for (const auto& cell : quick.cells) EXPECT_TRUE(known.contains(cell.id())) << cell.text().method;
  EXPECT_LT(quick.cells.size(), whole.cells.size());
}

// Fails if a method or problem has no accepted result, because it is not checked then. `plumb baseline accept --reason
// ... -m METHOD` accepts results.
TEST(NightlyBaseline, CoversTheCatalogue) {
  const auto baseline = read_baseline(folder);
  for (const auto& [name, area] : baseline.areas) EXPECT_FALSE(area.edited) << name;
  Names run, analysed, problems_run;
  for (const auto& [id, accepted] : baseline.areas.at("cells").items) {
    run.insert(bare(accepted.item.method));
    problems_run.insert(bare(accepted.item.problem));
  }
  for (const auto& [id, accepted] : baseline.areas.at("analysis").items) analysed.insert(bare(accepted.item.method));
  EXPECT_THAT(omitted(run), IsEmpty());
  for (const auto& method : methods())
    EXPECT_TRUE(!method.info.fixed_step || analysed.contains(std::string(method.info.name))) << method.info.name;
  for (const auto& problem : problems()) EXPECT_TRUE(problems_run.contains(std::string(problem.name))) << problem.name;
  for (const char* area : {"orders", "references", "papers"}) EXPECT_TRUE(baseline.areas.contains(area)) << area;
}

}  // namespace
}  // namespace plumb
