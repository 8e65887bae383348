// Errors that nobody asks for cost no reference, and are there for who asks for them later.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/cell/resolve.hpp"
#include "harness/paper/figure.hpp"
#include "harness/paper/laboratory.hpp"
#include "harness/run/needed_reference.hpp"
#include "harness/store/run_without_errors.hpp"
#include "harness/store/sqlite.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

/// Of a motion that has to be computed, and that no other test asks for: `rate` tells them apart.
Quantity of_slow_motion(const std::string& rate, const std::string& keys) {
  return quantity(keys_from_text("schema = 1\nproblem = \"two-link(rate1=" + rate +
                                     ")\"\nformulation = \"index3\"\nmethod = \"half-implicit\"\n"
                                     "t_end = \"0.1\"\nstep = \"1e-2\"\n" +
                                     keys,
                                 "q"),
                  Paper());
}

bool has_reference(const Quantity& q) { return known_reference(q.cells.front()) >= 0.1; }

Needs nothing_more() { return {}; }

class UnaskedErrors : public testing::Test {
 protected:
  const ScratchFolder scratch;
  const std::filesystem::path& folder = scratch.path();
  std::filesystem::path file() const { return folder / "runs.db"; }
};

// Fails when counts, times, deviations, ends of runs or what is read from samples wait for a reference.
TEST_F(UnaskedErrors, CostNoReference) {
  for (const char* keys :
       {"kind = \"iterations\"", "metric = \"seconds\"", "kind = \"counter\"\ncounter = \"linear_solves\"",
        "kind = \"status\"", "metric = \"energy.max\"", "kind = \"largest\"\noutput = \"energy\""}) {
    Laboratory laboratory(MatrixOptions{});
    const auto q = of_slow_motion("0.271", keys);
    ASSERT_TRUE(computed_reference(q.cells.front().asking_errors(true)));
    laboratory.measure({&q});
    const auto value = laboratory.value(q);
    EXPECT_TRUE(value.number || !value.word.empty()) << keys << value.note;
    EXPECT_FALSE(has_reference(q)) << keys;
  }
}

// Fails when what is not known of a count or a time is looked for in the motion.
TEST_F(UnaskedErrors, CountsAndTimesAreKnownWithoutAReference) {
  for (const char* keys : {"kind = \"iterations\"", "metric = \"seconds\"", "metric = \"iterations.mean\""}) {
    Laboratory laboratory(MatrixOptions{});
    const auto q = of_slow_motion("0.272", keys);
    const auto uncertain = [&, calls = 0]() mutable { return calls++ == 0 ? Needs{{}, {&q}} : Needs{}; };
    laboratory.serve({{{{&q}}, uncertain}});
    EXPECT_EQ(laboratory.uncertainty(q).bound(), 0) << keys;
    EXPECT_FALSE(has_reference(q)) << keys;
  }
}

// Fails when errors are missing where they are asked for, whoever asks first.
TEST_F(UnaskedErrors, OneRunIsEnoughIfSomebodyAsks) {
  for (const bool errors_first : {false, true}) {
    Store store(file());
    Laboratory laboratory(MatrixOptions{.store = &store});
    const std::string rate = errors_first ? "0.273" : "0.274";
    const auto error = of_slow_motion(rate, "metric = \"end.q\""), time = of_slow_motion(rate, "metric = \"seconds\"");
    const auto* first = errors_first ? &error : &time;
    const auto* second = errors_first ? &time : &error;
    laboratory.serve({{{{first}}, nothing_more}, {{{second}}, nothing_more}});
    EXPECT_TRUE(laboratory.value(error).number);
    const auto stored = store.find(error.cells.front().id(), store.runs().front().source_fingerprint);
    ASSERT_TRUE(stored);
    EXPECT_EQ(laboratory.value(time).number, stored->result.timing.seconds) << "another run took another time";
  }
}

// Fails when errors are taken for known after a run without them, or replace what is known by less.
TEST_F(UnaskedErrors, AreAddedLater) {
  Laboratory laboratory(MatrixOptions{});
  const auto count = of_slow_motion("0.275", "kind = \"iterations\""),
             error = of_slow_motion("0.275", "metric = \"end.q\""),
             largest = of_slow_motion("0.275", "kind = \"largest\"\noutput = \"energy\"");
  laboratory.measure({&count});
  EXPECT_FALSE(laboratory.value(error).number);
  const auto iterations = laboratory.value(count).number;
  laboratory.measure({&error});
  EXPECT_TRUE(laboratory.value(error).number);
  EXPECT_TRUE(has_reference(error));
  EXPECT_EQ(laboratory.value(count).number, iterations);
  laboratory.measure({&largest});  // a run of its own, for its samples
  EXPECT_TRUE(laboratory.value(error).number);
}

// Fails when a run without errors is made again, stands among the others, or is taken for one of them.
TEST_F(UnaskedErrors, AreKeptOutOfTheStore) {
  Store store(file());
  const MatrixOptions options{.store = &store};
  const auto time = of_slow_motion("0.276", "metric = \"seconds\""),
             error = of_slow_motion("0.276", "metric = \"end.q\"");
  Laboratory first(options), second(options), third(options);
  first.measure({&time});
  EXPECT_EQ(store.count(), 0U);
  EXPECT_EQ(Sqlite(file().string(), Opening::read_only, std::chrono::seconds(1)).number("SELECT count(*) FROM claims"),
            0);
  second.measure({&time});
  EXPECT_EQ(second.value(time).number, first.value(time).number) << "another run took another time";
  second.measure({&error});
  EXPECT_TRUE(second.value(error).number);
  ASSERT_EQ(store.count(), 1U);
  EXPECT_TRUE(store.runs().front().result.errors_asked);
  third.measure({&time, &error});
  EXPECT_EQ(third.value(time).number, store.runs().front().result.timing.seconds);
  EXPECT_EQ(third.value(error).number, second.value(error).number);
}

// Fails when a run that the machine has ended is taken for what the cell gives.
TEST_F(UnaskedErrors, ARunThatRanOutOfTimeIsNotKept) {
  Store store(file());
  RunResult result;
  result.errors_asked = false;
  put_without_errors(store, "id", "build", result);
  ASSERT_TRUE(run_without_errors(store, "id", "build"));
  EXPECT_FALSE(run_without_errors(store, "id", "build")->errors_asked);
  result.status = Status::timeout;
  put_without_errors(store, "other id", "build", result);
  EXPECT_FALSE(run_without_errors(store, "other id", "build"));
}

// Fails when the twins of what needs no reference wait for one.
TEST_F(UnaskedErrors, NeitherDoTwinsAsk) {
  const auto largest = of_slow_motion("0.278", "kind = \"largest\"\noutput = \"energy\"\nnewton_tol = \"1e-6\"");
  const auto twins = twins_of(largest);
  EXPECT_EQ(twins.all().size(), 2U);
  for (const auto* twin : twins.all()) EXPECT_FALSE(twin->cells.front().asks_errors());
  const auto error = of_slow_motion("0.278", "metric = \"end.q\"\nnewton_tol = \"1e-6\"");
  for (const auto twins_of_error = twins_of(error); const auto* twin : twins_of_error.all())
    EXPECT_TRUE(twin->cells.front().asks_errors());
}

// Fails when a figure of iterations or of a motion waits for a reference that it does not show.
TEST_F(UnaskedErrors, FiguresWithoutThemCostNoReference) {
  const auto path = folder / "figure-1.toml";
  const auto drawn = [&](const std::string& kind) {
    std::ofstream(path) << "schema = 1\ntitle = \"a figure\"\n"
                        << kind
                        << "\n[common]\nproblem = \"two-link(rate1=0.277)\"\nt_end = \"0.1\"\nstep = \"1e-2\"\n"
                           "[[curves]]\nname = \"curve\"\nformulation = \"index3\"\nmethod = \"half-implicit\"\n";
    const auto spec = figure_spec("figure-1", path, Paper());
    EXPECT_TRUE(figure_data(spec, MatrixOptions{}));
    return known_reference(spec.curves.front().cells.front()) >= 0.1;
  };
  EXPECT_FALSE(drawn("kind = \"iterations\""));
  EXPECT_FALSE(drawn("kind = \"trajectory\"\noutputs = [\"energy\"]"));
  EXPECT_TRUE(drawn("kind = \"trajectory\"\noutputs = [\"energy\"]\nexact = true"));
}

}  // namespace
}  // namespace plumb
