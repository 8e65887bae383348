// Reads every specification of every paper like the program does.

#include "harness/paper/paper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>
#include <regex>
#include <set>

#include "contract/stop.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/paper/claims.hpp"
#include "harness/paper/figure.hpp"
#include "harness/paper/table.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

TEST(Papers, EveryPrintedNumberHasAnEntry) {
  for (const auto& key : paper_keys()) {
    const auto paper = paper_named(key);
    std::size_t entries = 0;
    for (const auto& [item, file] : paper.items("tables"))
      for (const auto& entry : table_spec(item, file, paper).entries) entries += entry.printed.text.empty() ? 0 : 1;
    EXPECT_EQ(entries, paper.published.size()) << key;
  }
}

TEST(Papers, EveryFigureAndClaimIsReadAndNamedOnce) {
  for (const auto& key : paper_keys()) {
    const auto paper = paper_named(key);
    for (const auto& [item, file] : paper.items("figures")) EXPECT_FALSE(figure_spec(item, file, paper).curves.empty());
    std::set<std::string> ids;
    if (!std::filesystem::exists(paper.folder / "claims.toml")) continue;
    for (const auto& claim : claims_from_file(paper.folder / "claims.toml", paper)) {
      EXPECT_TRUE(ids.insert(claim.id).second) << claim.id;
    }
  }
}

// Fails if a sentence about the findings names a claim that does not exist; `name=value` is a setting.
TEST(Papers, WhatWasFoundNamesClaimsThatThereAre) {
  std::size_t sentences = 0;
  for (const auto& key : paper_keys()) {
    const auto paper = paper_named(key);
    if (paper.found.empty()) continue;
    std::set<std::string> known;
    for (const auto& claim : claims_from_file(paper.folder / "claims.toml", paper)) known.insert(claim.id);
    for (const auto& sentence : paper.found) {
      ++sentences;
      for (std::size_t position = sentence.find('`'); position != sentence.npos;
           position = sentence.find('`', position + 1)) {
        const auto end = sentence.find('`', position + 1);
        ASSERT_NE(end, sentence.npos) << sentence;
        const auto word = sentence.substr(position + 1, end - position - 1);
        EXPECT_TRUE(word.find('=') != word.npos || known.contains(word)) << key << ": " << word;
        position = end;
      }
    }
  }
  EXPECT_GE(sentences, 20U);
}

/// Returns the problem names after `problem = "` in the files of a folder, without parameters.
std::set<std::string> problems_in(const std::filesystem::path& folder) {
  static const std::regex named(R"re((?:^|[ {,])problem *= *"([a-z0-9-]+))re");
  std::set<std::string> out;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    if (file.path().extension() != ".toml") continue;
    std::ifstream in(file.path());
    for (std::string line; std::getline(in, line);)
      for (std::sregex_iterator at(line.begin(), line.end(), named), end; at != end; ++at) out.insert((*at)[1]);
  }
  return out;
}

// Fails if scripts/reproduce builds fewer or more problems than a paper needs.
TEST(Papers, NameTheProblemsThatTheirFilesUse) {
  for (const auto& key : paper_keys()) {
    const auto paper = paper_named(key);
    EXPECT_THAT(paper.problems, ::testing::UnorderedElementsAreArray(problems_in(paper.folder))) << key;
  }
}

// Fails if two files become one item: one would be inaccessible, or both would be judged.
TEST(Papers, ItemsAreNamedByAllOfTheirNumber) {
  Paper paper;
  paper.folder = scratch_folder() / "items";
  std::filesystem::create_directories(paper.folder / "figures");
  for (const char* name : {"figure-10", "figure-02", "figure-2b", "work-precision"})
    std::ofstream(paper.folder / "figures" / (std::string(name) + ".toml")) << "schema = 1\n";
  std::vector<std::string> names;
  for (const auto& [name, file] : paper.items("figures")) names.push_back(name);
  EXPECT_THAT(names, ::testing::ElementsAre("figure-2", "figure-10", "figure-2b", "work-precision"));
}

Paper small_paper() {
  Paper paper;
  paper.key = "small";
  paper.published = {{"table-1", "h=1e-2", "error", "1.00"}};
  return paper;
}

Quantity energy(const std::string& step) {
  return quantity(
      keys_from_text(
          "schema = 1\nproblem = \"pendulum\"\nmethod = \"cd\"\nt_end = 1\nmetric = \"energy.max\"\nstep = \"" + step +
              "\"",
          "q"),
      small_paper());
}

TEST(Laboratory, MeasuresRunsOnceAndSaysWhatIsMissing) {
  Laboratory laboratory(MatrixOptions{});
  const auto q = energy("1e-2");
  EXPECT_FALSE(laboratory.value(q).ran);
  laboratory.measure({&q});
  const auto value = laboratory.value(q);
  ASSERT_TRUE(value.number);
  EXPECT_GT(*value.number, 0);
}

Quantity of_run(const std::string& kind, const std::string& method, const std::string& more = {}) {
  return quantity(keys_from_text("schema = 1\nproblem = \"pendulum\"\nformulation = \"index3\"\nt_end = 2\nstep = "
                                 "0.01\nmethod = \"" +
                                     method + "\"\nkind = \"" + kind + "\"\n" + more,
                                 "q"),
                  small_paper());
}

TEST(Laboratory, OutputsKeepTheirSigns) {
  Laboratory laboratory(MatrixOptions{});
  const std::string x = "output = \"x\"";
  const auto most = of_run("maximum", "bdf2", x), least = of_run("minimum", "bdf2", x),
             end = of_run("at-end", "bdf2", x), largest = of_run("largest", "bdf2", x),
             range = of_run("range", "bdf2", x);
  laboratory.measure({&most, &least, &end, &largest, &range});
  const auto value = [&](const Quantity& q) { return laboratory.value(q).number.value_or(0); };
  EXPECT_LT(value(least), 0);
  EXPECT_GT(value(most), 0);
  EXPECT_LT(value(least), value(end));
  EXPECT_LT(value(end), value(most));
  EXPECT_GE(value(largest), -value(least));  // excludes the start, where x is largest
  EXPECT_LT(value(largest), value(most));
  EXPECT_NEAR(value(range), value(most) - value(least), 1e-15);
}

// x is the cosine of an angle, and decreases from the start. Fails if a bound of a window is ignored, or if a window
// that begins later contains the start.
TEST(Laboratory, WindowsLeaveOutWhatIsBeforeAndAfter) {
  Laboratory laboratory(MatrixOptions{});
  const std::string x = "samples = 0\noutput = \"x\"\n";
  const auto first = of_run("maximum", "bdf2", x + "until = 0.1"),
             later = of_run("maximum", "bdf2", x + "from = 0.1\nuntil = 0.2"),
             one = of_run("range", "bdf2", x + "from = 0.1\nuntil = 0.105"), whole = of_run("maximum", "bdf2", x);
  laboratory.measure({&first, &later, &one, &whole});
  const auto value = [&](const Quantity& q) { return laboratory.value(q).number.value_or(-100); };
  EXPECT_EQ(value(first), value(whole));
  EXPECT_LT(value(later), value(first));
  EXPECT_EQ(value(one), 0) << "a single sample, at 0.1 s";
  EXPECT_NE(first.key(), whole.key());
  EXPECT_THROW(of_run("maximum", "bdf2", x + "from = 2"), UsageError);
}

// A wheel turns by 10 rad at constant speed. Fails if the angle jumps after a full turn.
TEST(Laboratory, AnglesGoOnBeyondATurn) {
  const auto file = scratch_folder() / "wheel.toml";
  std::ofstream(file) << R"(schema = 1
name = "wheel"
t_end = 5
[[body]]
name = "wheel"
mass = 1
inertia = [1, 1, 1]
position = [0, 0, 0]
angular_velocity = [0, 0, 2]
[[joint]]
name = "axle"
kind = "revolute"
bodies = ["ground", "wheel"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[output]]
name = "turn"
kind = "coordinate"
joint = "axle"
coordinate = "rotation"
)";
  const auto of = [&](const std::string& kind) {
    return quantity(keys_from_text("schema = 1\nproblem = \"@" + file.string() +
                                       "\"\nformulation = \"index3\"\nstep = 0.1\nmethod = \"bdf2\"\nkind = \"" + kind +
                                       "\"\noutput = \"turn\"",
                                   "q"),
                    small_paper());
  };
  Laboratory laboratory(MatrixOptions{});
  const auto range = of("range"), largest = of("largest"), end = of("at-end");
  laboratory.measure({&range, &largest, &end});
  const auto value = [&](const Quantity& q) { return laboratory.value(q).number.value_or(0); };
  EXPECT_NEAR(value(range), 10, 0.01);
  EXPECT_NEAR(value(largest), 10, 0.01);
  EXPECT_NEAR(value(end), 10 - 4 * std::numbers::pi, 0.01);
  std::filesystem::remove(file);
}

// Fails if a stored run is repeated to obtain an output at its end.
TEST(Laboratory, ReadsFinalOutputsFromTheRowOfARun) {
  const ScratchFolder scratch;
  Store store(scratch.path() / "runs.db");
  const auto metric = of_run("metric", "bdf2", "metric = \"end.q\""), end = of_run("at-end", "bdf2", "output = \"x\"");
  Laboratory(MatrixOptions{.store = &store}).measure({&metric});
  const auto before = store.runs().front();
  Laboratory later(MatrixOptions{.store = &store});
  later.measure({&end});
  const auto after = store.runs().front();
  EXPECT_EQ(later.value(end).number, before.result.final_state.outputs.at("x"));
  EXPECT_EQ(after.created, before.created);
  EXPECT_EQ(after.result.timing.seconds, before.result.timing.seconds);
}

// Fails if a stored quantity is measured again: a run of the second laboratory would be stored.
TEST(Laboratory, TakesQuantitiesFromTheStore) {
  const auto file = scratch_folder() / "laboratory.db";
  Store store(file);
  const auto end = of_run("at-end", "bdf2", "output = \"x\""), metric = of_run("metric", "bdf2", "metric = \"end.q\"");
  MatrixOptions options;
  options.store = &store;
  Laboratory first(options);
  first.measure({&end, &metric});
  ASSERT_EQ(store.runs().size(), 1u) << "one run for both";
  const auto before = store.runs().front();
  EXPECT_FALSE(before.result.metrics.contains("end of x")) << "a reading is no metric of a run";

  Laboratory second(options);
  second.measure({&end, &metric});
  EXPECT_EQ(second.value(end).number, first.value(end).number);
  EXPECT_EQ(second.value(metric).number, first.value(metric).number);
  EXPECT_EQ(store.runs().front().created, before.created);
  std::filesystem::remove(file);
}

// Fails if a request is called before its needs are measured, or if its further needs are dropped.
TEST(Laboratory, ServesRequestsThatGrow) {
  Laboratory laboratory(MatrixOptions{});
  const auto coarse = of_run("at-end", "bdf2", "output = \"x\""), fine = of_run("at-end", "bdf3", "output = \"x\"");
  int calls = 0;
  const auto ready = [&]() -> Needs {
    EXPECT_TRUE(laboratory.value(coarse).ran);
    EXPECT_EQ(laboratory.value(fine).ran, calls == 1);
    return ++calls == 1 ? Needs{{&fine}} : Needs{};
  };
  laboratory.serve({{{{&coarse}}, ready}});
  EXPECT_EQ(calls, 2);
}

// Fails if the digits of a reference are certified inside `ready`, which blocks all other requests.
TEST(Laboratory, CertifiesReferencesBeforeSomebodyJudges) {
  Laboratory laboratory(MatrixOptions{.jobs = 2});
  const auto near_rounding_limit = [](const std::string& metric) {
    return quantity(keys_from_text("schema = 1\nproblem = \"two-link(rate1=0.123)\"\nt_end = \"0.1\"\nmethod = "
                                   "\"dop853\"\nstep = \"1e-3\"\nprecision = \"quad\"\nmetric = \"" +
                                       metric + "\"",
                                   "q"),
                    small_paper());
  };
  const auto q = near_rounding_limit("end.q"), v = near_rounding_limit("end.v");
  const StopRequest stop = Status::interrupted;
  int calls = 0;
  const auto ready = [&] {
    const Stoppable nothing_long(stop);
    if (++calls == 1) {
      EXPECT_THROW(laboratory.uncertainty(q), Stopped);
      return Needs{{}, {&q, &v}};
    }
    for (const auto* of : {&q, &v}) {
      EXPECT_NO_THROW(laboratory.uncertainty(*of));
      EXPECT_GT(laboratory.uncertainty(*of).reference, 0);
    }
    return Needs{};
  };
  laboratory.serve({{{{&q, &v}}, ready}});
  EXPECT_EQ(calls, 2);
}

// Fails if a table, a claim and a figure with the same cell run it more than once.
TEST(Laboratory, SharesTheRunOfACellWithOthers) {
  Laboratory laboratory(MatrixOptions{.jobs = 2});
  const auto seconds = of_run("metric", "bdf2", "metric = \"seconds\""),
             end = of_run("at-end", "bdf2", "output = \"x\"");
  std::vector<RunResult> runs;
  Trajectory trajectory;
  const auto ask = [&](CellService& cells) {
    cells.request(
        end.cells.front(), [&](const RunResult& run) { runs.push_back(run); }, trajectory.sink());
  };
  const auto nothing_more = [] { return Needs{}; };
  laboratory.serve({{{{&seconds}}, nothing_more}, {{{&end}}, nothing_more}}, ask);
  ASSERT_EQ(runs.size(), 1U);
  ASSERT_EQ(seconds.cells.front().id(), end.cells.front().id());
  EXPECT_EQ(laboratory.value(seconds).number, runs[0].timing.seconds) << "another run took another time";
  EXPECT_TRUE(laboratory.value(end).number);
  EXPECT_FALSE(trajectory.samples.empty());
}

// Fails if a ratio compares the time of a failed run with the time of a successful run.
TEST(Laboratory, ARunThatFailsHasNoTime) {
  Laboratory laboratory(MatrixOptions{});
  const auto fails = of_run("metric", "bdf2", "metric = \"seconds\"\nnewton_max = 1"),
             ends = of_run("metric", "bdf2", "metric = \"seconds\"");
  laboratory.measure({&fails, &ends});
  EXPECT_FALSE(laboratory.value(fails).number);
  EXPECT_TRUE(laboratory.value(ends).number);
}

TEST(Laboratory, IterationsAreThoseOfAStage) {
  Laboratory laboratory(MatrixOptions{});
  const auto stages = of_run("iterations", "bathe"),
             steps = of_run("counter", "bathe", "counter = \"newton_iterations\"");
  laboratory.measure({&stages, &steps});
  ASSERT_TRUE(laboratory.value(stages).number);
  EXPECT_DOUBLE_EQ(*laboratory.value(stages).number, *laboratory.value(steps).number / 2);
  EXPECT_EQ(of_run("iterations", "bathe", "newton_max = 7").cells.front().text().newton_max, 7);
}

// Fails if the title of an order names steps that do not exist.
TEST(Quantities, AnOrderNamesEachOfItsSteps) {
  const auto title = [](const std::string& steps) {
    return quantity(keys_from_text("schema = 1\nkind = \"order\"\nproblem = \"pendulum\"\nmethod = \"erk4\"\nt_end = "
                                   "1\nmetric = \"end.q\"\nstep = " +
                                       steps,
                                   "q"),
                    small_paper())
        .title();
  };
  EXPECT_THAT(title("0.5"), ::testing::Not(::testing::HasSubstr("h = ")));
  EXPECT_THAT(title("[0.5, 0.25, 0.125]"), ::testing::EndsWith(" and h = 0.25, 0.125"));
}

TEST(Quantities, RepeatRunsAreInLongDoubleAndTimingsHaveNone) {
  const auto q = energy("1e-2");
  const auto repeats = repeat_quantities(q);
  ASSERT_TRUE(repeats.longer);
  EXPECT_EQ(repeats.longer->cells.front().text().precision, Precision::long_);
  EXPECT_FALSE(repeats.converged) << "no tolerance is given";
  auto timing = q;
  timing.name = "seconds";
  EXPECT_TRUE(repeat_quantities(timing).all().empty());
  EXPECT_FALSE(repeat_quantities(*repeats.longer).longer);
}

TEST(Quantities, RepeatRunsOfATolerantIterationAreConvergedToo) {
  auto cell = energy("1e-2").cells.front().text();
  cell.newton_tol = "1e-3";
  cell.newton_max = 3;
  auto q = energy("1e-2");
  q.cells.front() = resolve(cell);
  const auto repeats = repeat_quantities(q);
  EXPECT_EQ(repeats.longer->cells.front().text().newton_tol, "1e-3");
  ASSERT_TRUE(repeats.converged);
  const auto& converged = repeats.converged->cells.front().text();
  EXPECT_EQ(converged.precision, Precision::long_);
  EXPECT_FALSE(converged.newton_tol);
  EXPECT_EQ(converged.newton_max, 0);
  EXPECT_EQ(repeats.all().size(), 2U);
}

}  // namespace
}  // namespace plumb
