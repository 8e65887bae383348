// Tests of the cache of references: later runs of the program must use the reference of an earlier run, bit for bit.

#include <sys/resource.h>

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// Returns the processor time of all child processes that have ended [s].
double processor_time() {
  rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  return static_cast<double>(used.ru_utime.tv_sec) + 1e-6 * static_cast<double>(used.ru_utime.tv_usec);
}

/// Returns the results of a run, without its duration and date.
Json measured(const std::string& line) {
  auto json = Json::parse(line);
  json.erase("timing");
  json.erase("environment");  // contains the date
  return json;
}

class KeptReferences : public Cli {
 protected:
  /// Runs the program with this value of PLUMB_CACHE, a folder or "off".
  Ended with(const std::string& cache, const std::string& arguments) const {
    return shell("PLUMB_CACHE='" + cache + "' plumb " + arguments);
  }
  std::vector<fs::path> files(const std::string& name) const {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(in(name.c_str()))) out.push_back(entry.path());
    return out;
  }

  const std::string run = "run -p two-link -m erk4 -s 1e-2 --json";
};

TEST_F(KeptReferences, AreReadByTheNextRunAtOnce) {
  const auto begin = processor_time();
  const auto first = with(in("cache"), run);
  const auto computed = processor_time();
  const auto second = with(in("cache"), run);
  const auto read = processor_time();
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(measured(first.out), measured(second.out));
  EXPECT_THAT(second.err, Not(HasSubstr("reference of")));
  EXPECT_LT(read - computed, (computed - begin) / 5);
  EXPECT_EQ(measured(with("off", run).out), measured(second.out));
}

TEST_F(KeptReferences, ThatAreDamagedAreComputedAgain) {
  const auto short_run = run + " --t-end 1";
  const auto first = with(in("cache"), short_run);
  for (const auto& file : files("cache")) fs::resize_file(file, fs::file_size(file) / 2);
  const auto second = with(in("cache"), short_run);
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(measured(first.out), measured(second.out));
}

TEST_F(KeptReferences, MayBeSharedByProcessesAtOnce) {
  const auto command = "plumb " + run + " --t-end 2";
  const auto all = shell("export PLUMB_CACHE='" + in("cache") + "'; for i in 1 2 3; do " + command + " & done; wait");
  std::istringstream lines(all.out);
  std::vector<Json> results;
  for (std::string line; std::getline(lines, line);) results.push_back(measured(line));
  ASSERT_EQ(results.size(), 3) << all.err;
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
  EXPECT_EQ(files("cache").size(), 1);
}

// Fails if each run with perturbed initial values computes its own reference.
TEST_F(KeptReferences, OfRunsFromMovedStartsAreOne) {
  const auto ended = with(in("cache"), "spread -p two-link -m erk4 -s 1e-2 --t-end 1 --starts 3");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(files("cache").size(), 1);
}

TEST_F(KeptReferences, AreBuiltAhead) {
  const auto start = processor_time();
  const auto built = with(in("cache"), "reference build 'two-link(rate1=2)' --t-end 1");
  const auto computing = processor_time() - start;
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_THAT(built.out, HasSubstr(in("cache")));
  const auto before = files("cache").size();
  const auto begin = processor_time();
  const auto ended = with(in("cache"), "run -p 'two-link(rate1=2)' -m erk4 -s 1e-2 --t-end 1");
  EXPECT_LT(processor_time() - begin, computing / 2);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(files("cache").size(), before);
  EXPECT_THAT(with("off", "reference build 'two-link(rate1=2)'"), Refuses(2, "there is no cache"));
  EXPECT_THAT(with(in("cache"), "reference build two-link --t-end 1 --out ."), Refuses(2, "--t-end is not allowed"));
  EXPECT_THAT(with(in("cache"), "reference build shaft --t-end -2 --out ."), Refuses(2, "not after -1 s"));
}

// Fails if the table lacks cells whose reference has lost its digits, or does not state this instead of the errors.
TEST_F(KeptReferences, ThatHaveLostTheirDigitsSaySoInThePlaceOfErrors) {
  const std::string lost = "run -p two-link -m erk4 -s 1e-1 --t-end 24";
  const auto table = with(in("cache"), lost);
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("end.q [rad]"));
  EXPECT_THAT(table.out, HasSubstr("lost at 21.8 s"));
  EXPECT_THAT(table.out, HasSubstr("has 20 digits until t = 21.83 s"));
  const auto json = Json::parse(with(in("cache"), lost + " --json").out);
  EXPECT_NEAR(json["reference_until"].get<double>(), 21.83, 0.01);
  for (const char* metric : {"end.q", "end.v", "re.q", "scd"}) {
    ASSERT_TRUE(json["metrics"].contains(metric)) << metric;
    EXPECT_TRUE(json["metrics"][metric].is_null()) << metric;
  }
  EXPECT_TRUE(json["metrics"]["energy.max"].is_number());
  EXPECT_FALSE(Json::parse(with(in("cache"), run).out).contains("reference_until"));
  const auto shown = with(in("cache"), "reference show two-link --at 60");
  EXPECT_THAT(shown.out, HasSubstr("the motion has fewer than 3 correct digits from t = 5"));
}

TEST_F(KeptReferences, AreNotNeeded) {
  for (const char* nowhere : {"/dev/null/cache", "/proc"}) {
    const auto ended = with(nowhere, run + " --t-end 0.5");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.err, "") << nowhere;
  }
  EXPECT_EQ(shell("unset HOME XDG_CACHE_HOME PLUMB_CACHE; plumb " + run + " --t-end 0.5").code, 0);
}

// Fails if the signal for a file beyond the size limit (SIGXFSZ) ends the program.
TEST_F(KeptReferences, AreNotKeptWhereFilesMayNotBecomeLarger) {
  const auto ended = shell("ulimit -f 4; export PLUMB_CACHE='" + in("cache") +
                           "'; plumb run -p slider-crank -m erk4 -f index1 -s 1e-3 --t-end 0.01");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(files("cache").empty());
}

TEST_F(KeptReferences, AreInTheUsersFolderOfCaches) {
  const auto home =
      shell("unset XDG_CACHE_HOME PLUMB_CACHE; export HOME='" + in("") + "'; plumb " + run + " --t-end 0.5");
  EXPECT_EQ(home.code, 0) << home.err;
  EXPECT_EQ(files(".cache/plumb").size(), 1);
}

}  // namespace
}  // namespace plumb
