// If a file requests no reference, none is computed. References that need no computation are still used.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/cell/resolve.hpp"
#include "harness/paper/figure.hpp"
#include "harness/paper/laboratory.hpp"
#include "harness/run/needed_reference.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

/// Returns a quantity of a motion that must be computed. `rate` makes the motion unique among the tests.
Quantity of_slow_motion(const std::string& rate, const std::string& keys) {
  return quantity(keys_from_text("schema = 1\nproblem = \"two-link(rate1=" + rate +
                                     ")\"\nformulation = \"index3\"\nmethod = \"half-implicit\"\n"
                                     "t_end = \"0.1\"\nstep = \"1e-2\"\n" +
                                     keys,
                                 "q"),
                  Paper());
}

bool has_reference(const Quantity& q) {
  auto cell = q.cells.front().text();
  cell.reference = ReferenceChoice::certified;
  return known_reference(resolve(cell)) >= 0.1;
}

constexpr const char* without = "\nreference = \"none\"";

// Fails if counts, times, deviations, statuses or numbers read from samples wait for a reference.
TEST(UnaskedReference, IsNotComputed) {
  for (const char* keys :
       {"kind = \"iterations\"", "metric = \"seconds\"", "kind = \"counter\"\ncounter = \"linear_solves\"",
        "kind = \"status\"", "metric = \"energy.max\"", "kind = \"largest\"\noutput = \"energy\""}) {
    Laboratory laboratory(MatrixOptions{});
    const auto q = of_slow_motion("0.271", std::string(keys) + without);
    laboratory.measure({&q});
    const auto value = laboratory.value(q);
    EXPECT_TRUE(value.number || !value.word.empty()) << keys << value.note;
    EXPECT_FALSE(has_reference(q)) << keys;
  }
}

// Fails if the uncertainty of a count or a time requires the motion.
TEST(UnaskedReference, IsNotNeededToKnowCountsAndTimes) {
  for (const char* keys : {"kind = \"iterations\"", "metric = \"seconds\"", "metric = \"iterations.mean\""}) {
    Laboratory laboratory(MatrixOptions{});
    const auto q = of_slow_motion("0.272", std::string(keys) + without);
    laboratory.measure({&q});
    laboratory.reach({{.missing = [&] { return laboratory.missing({{}, {&q}}); }}});
    EXPECT_EQ(laboratory.uncertainty(q).bound(), 0) << keys;
    EXPECT_FALSE(has_reference(q)) << keys;
  }
}

// Fails if a run that was made for a time lacks the errors that a later quantity needs.
TEST(UnaskedReference, IsWhatNoRunLacksThatDoesNotSaySo) {
  const ScratchFolder scratch;
  Store store(scratch.path() / "runs.db");
  Laboratory laboratory(MatrixOptions{.store = &store});
  const auto time = of_slow_motion("0.273", "metric = \"seconds\""),
             error = of_slow_motion("0.273", "metric = \"end.q\"");
  laboratory.measure({&time});
  ASSERT_EQ(store.count(), 1U);
  EXPECT_TRUE(laboratory.value(error).number);
  EXPECT_TRUE(has_reference(error));
  EXPECT_EQ(laboratory.value(time).number, store.runs().front().result.timing.seconds);
}

// Fails if a figure of iterations or of a motion waits for a reference that its file does not request.
TEST(UnaskedReference, IsNotComputedForFigures) {
  const ScratchFolder scratch;
  const auto path = scratch.path() / "figure-1.toml";
  const auto drawn = [&](const std::string& keys, const std::string& reference) {
    std::ofstream(path) << "schema = 1\ntitle = \"a figure\"\n"
                        << keys << "\n[common]\nproblem = \"two-link(rate1=0.277)\"\nt_end = \"0.1\"\nstep = \"1e-2\"\n"
                        << reference
                        << "\n[[curves]]\nname = \"curve\"\nformulation = \"index3\"\nmethod = \"half-implicit\"\n";
    const auto spec = figure_spec("figure-1", path, Paper());
    EXPECT_TRUE(figure_data(spec, MatrixOptions{}));
    auto cell = spec.curves.front().cells.front().text();
    cell.reference = ReferenceChoice::certified;
    return known_reference(resolve(cell)) >= 0.1;
  };
  EXPECT_FALSE(drawn("kind = \"iterations\"", without));
  EXPECT_FALSE(drawn("kind = \"trajectory\"\noutputs = [\"energy\"]", without));
  EXPECT_TRUE(drawn("kind = \"trajectory\"\noutputs = [\"energy\"]\nexact = true", ""));
}

}  // namespace
}  // namespace plumb
