// Tests of the entries of tables, and of verdicts that depend on repeat runs.

#include "harness/paper/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "harness/paper/criterion.hpp"
#include "text/testing/refusal.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;

JudgedEntry entry(double measured) {
  return {.printed = {"table-1", "r", "c", "2.0e-11"}, .measured = measured, .verdict = Verdict::differs};
}

TEST(Tables, ARepeatRunDecidesWhetherADifferenceIsRounding) {
  auto rounding = entry(3e-11);
  judge_by_floor(rounding, RepeatRuns{.longer = 1e-13}, {});
  EXPECT_EQ(rounding.verdict, Verdict::same_floor);
  EXPECT_THAT(rounding.note, HasSubstr("long double gives"));

  auto real = entry(3e-11);
  judge_by_floor(real, RepeatRuns{.longer = 3e-11}, {});
  EXPECT_EQ(real.verdict, Verdict::differs);
}

TEST(Tables, NewtonsToleranceAndTheReferenceAreFloorsToo) {
  auto by_newton = entry(3e-11);
  judge_by_floor(by_newton, RepeatRuns{.longer = 3e-11, .converged = 1e-14}, {});
  EXPECT_EQ(by_newton.verdict, Verdict::same_floor);
  EXPECT_THAT(by_newton.note, HasSubstr("with a converged Newton iteration 1.00e-14"));

  auto by_reference = entry(3e-11);
  judge_by_floor(by_reference, RepeatRuns{.longer = 3e-11}, {.reference = 1e-11});
  EXPECT_EQ(by_reference.verdict, Verdict::same_floor);
  EXPECT_THAT(by_reference.note, HasSubstr("the uncertainty of the reference is 1.0e-11"));
}

/// Returns the entries of a table, as "row: title". The paper prints one number, in row "r 2", column "c".
std::vector<std::string> entries_of(const std::string& text) {
  Paper paper;
  paper.published = {{"table-1", "r 2", "c", "1.0"}};
  const auto file = scratch_folder() / "table-of-sets.toml";
  std::ofstream(file) << "schema = 1\ntitle = \"t\"\n" << text;
  std::vector<std::string> out;
  for (const auto& entry : table_spec("table-1", file, paper).entries)
    out.push_back(entry.printed.row + ": " + entry.quantity.title());
  return out;
}

/// Returns the code, the location and the key of the error with which a table is rejected.
std::string refused_table(const std::string& text) {
  return refusal_of([&] { entries_of(text); }, scratch_folder());
}

TEST(Tables, RowsAndColumnsAreViewsOfSets) {
  const std::string rest = "columns = {column = \"c\", kind = \"stability-limit\", unprinted = true}\n";
  EXPECT_THAT(entries_of("rows = {row = \"r {i}\", i = [2, 3], set = \"s\"}\n" + rest +
                         "[sets.s]\nmethod = \"bdf{i}\"\n[sets.unused]\nname = \"x\"\n"),
              ::testing::ElementsAre("r 2: stability limit of bdf2", "r 3: stability limit of bdf3"));
  EXPECT_EQ(refused_table("rows = {row = \"r 2\", method = \"erk4,kutta3\"}\n" + rest),
            "contradiction table-of-sets.toml:3:15 row");
  EXPECT_EQ(refused_table("rows = {row = \"r 2\", method = \"erk4\"}\ncommon = {damping = [0, 1]}\n" + rest),
            "wrong-kind table-of-sets.toml:4:10 common");
}

// Fails if a printed number or an entry is left out without a message.
TEST(Tables, EveryEntryAndEveryPrintedNumberHasAPlace) {
  const std::string table =
      "rows = {row = \"r 2\", method = \"bdf2\"}\n"
      "columns = [{column = \"c\", kind = \"stability-limit\"}, {column = \"d\", kind = \"stability-limit\"}]\n";
  EXPECT_THAT(entries_of(table + "entries = {row = \"r 2\", column = \"c\", damping = 0.1}\n"),
              ::testing::ElementsAre("r 2: stability limit of bdf2, damping ratio 0.1"));
  EXPECT_THAT(entries_of(table + "entries = {row = \"r 2\", column = \"d\", unprinted = true}\n"),
              ::testing::SizeIs(2));
  const auto refused = [&](const std::string& entry) { return refused_table(table + "entries = {" + entry + "}\n"); };
  EXPECT_EQ(refused("row = \"r 3\", column = \"c\""), "unknown-name table-of-sets.toml:5:18 row");
  EXPECT_EQ(refused("row = \"r 2\", column = \"e\""), "unknown-name table-of-sets.toml:5:34 column");
  EXPECT_EQ(refused("row = \"r 2\", damping = 0.1"), "missing table-of-sets.toml:5:11 column");
  EXPECT_EQ(refused("row = \"r 2\", column = \"d\""), "unknown-name table-of-sets.toml:5:34 column");

  const std::string columns = "columns = {column = \"e\", kind = \"stability-limit\"}\n";
  EXPECT_EQ(refused_table("rows = {row = \"r 2\", method = \"bdf2\"}\n" + columns),
            "unknown-name table-of-sets.toml:1:1");
  EXPECT_EQ(refused_table("rows = {method = \"bdf2\"}\n" + columns), "missing table-of-sets.toml:3:8 row");
}

TEST(Tables, AKindThatIsCommonTellsThatStepsAreOneOrder) {
  EXPECT_THAT(entries_of("common = {kind = \"order\", metric = \"end.q\", problem = \"pendulum\", t_end = 1}\n"
                         "rows = {row = \"r 2\", step = [\"1e-2\", \"5e-3\", \"2.5e-3\"]}\n"
                         "columns = {column = \"c\", method = \"erk4\"}\n"),
              ::testing::ElementsAre(HasSubstr("order of end.q")));
}

TEST(Tables, WithoutARepeatRunNothingIsSaid) {
  auto never_ran = entry(3e-11);
  never_ran.note = "of the file";
  judge_by_floor(never_ran, std::nullopt, {});
  EXPECT_EQ(never_ran.verdict, Verdict::not_run);
  EXPECT_TRUE(never_ran.incomplete);
  EXPECT_EQ(never_ran.note, "some of its repeat runs are missing; of the file");

  auto failed_to = entry(3e-11);
  judge_by_floor(failed_to, RepeatRuns{}, {});
  EXPECT_EQ(failed_to.verdict, Verdict::differs);
}

// Fails if an unknown uncertainty explains every difference.
TEST(Tables, WhatIsUnknownIsNoFloor) {
  auto of_samples = entry(3e-11);
  judge_by_floor(of_samples, RepeatRuns{}, {.rounding = unbounded, .newton = unbounded});
  EXPECT_EQ(of_samples.verdict, Verdict::differs);
}

TEST(Tables, ARepeatRunThatGivesNothingHasNoRatio) {
  auto of_nothing = entry(3e-11);
  judge_by_floor(of_nothing, RepeatRuns{.longer = 0}, {});
  EXPECT_EQ(of_nothing.verdict, Verdict::same_floor);
  EXPECT_EQ(of_nothing.note, "long double gives 0");
}

}  // namespace
}  // namespace plumb
