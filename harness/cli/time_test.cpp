// These tests run the command `plumb time` as a user does. No test depends on measured durations.

#include "harness/api/time_study.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/run/build_info.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

constexpr const char* quick = " --t-end 1 --repeats 9 --budget 0.2 ";

bool is_proper_code(int code) { return code == 0 || code == 5; }  // 5: the noise of this machine is large now

const Json& row_of(const Json& session, const std::string& method) {
  for (const auto& cell : session["cells"])
    if (cell["method"].get<std::string>().starts_with(method)) return cell;
  throw std::out_of_range(method);
}

TEST_F(Cli, TimesCellsBesideEachOther) {
  const auto ended =
      plumb("time -p pendulum -m erk4,degree5,cd -s 1e-2 --accuracy end.q=1e-5 --json" + std::string(quick));
  ASSERT_TRUE(is_proper_code(ended.code)) << ended.err;
  const auto sessions = Json::parse(ended.out);
  ASSERT_EQ(sessions.size(), 1u);
  const auto& session = sessions[0];
  EXPECT_EQ(session["accuracy"]["metric"], "end.q");
  EXPECT_GE(session["noise"].get<double>(), 0);
  EXPECT_TRUE(session["twins"]["rounds"]["low"].is_number());
  EXPECT_TRUE(session["environment"].contains("cpu"));
  ASSERT_EQ(session["cells"].size(), 3u);
  EXPECT_EQ(session["cells"][0]["rank"], 1);
  EXPECT_EQ(session["cells"][0]["verdict"], "fastest");
  EXPECT_EQ(session["cells"][0]["ratio"]["leasts"], 1);
  const auto& erk4 = row_of(session, "erk4");
  EXPECT_EQ(erk4["samples"].size(), erk4["timing"]["repeats"]);
  for (const char* key : {"seconds", "seconds_least", "seconds_low", "seconds_high", "nanoseconds_per_step", "noise"})
    EXPECT_TRUE(erk4["timing"][key].is_number()) << key;
  const auto& refused = row_of(session, "cd");
  EXPECT_TRUE(refused["rank"].is_null()) << "its error is above the bound";
  EXPECT_TRUE(refused["timing"].is_null());
  EXPECT_TRUE(refused["samples"].empty());
  EXPECT_THAT(refused["refusal"], HasSubstr("is above"));
}

TEST_F(Cli, KeepsTimesInTheStoreWithTheMachine) {
  const auto command = "time -p pendulum -m erk4 -s 1e-2,5e-3 --store " + in("s.db") + quick;
  ASSERT_TRUE(is_proper_code(plumb(command).code));
  const auto runs = Store(in("s.db"), Access::read_only).runs(build_info().fingerprint);
  ASSERT_EQ(runs.size(), 2u);
  for (const auto& run : runs) {
    EXPECT_GE(run.result.timing.repeats, 9);
    EXPECT_LE(run.result.timing.least, run.result.timing.seconds);
    EXPECT_LE(run.result.timing.low, run.result.timing.high);
    EXPECT_TRUE(run.result.timing.noise);
    const auto& samples = run.result.timing.samples;
    ASSERT_EQ(samples.size(), run.result.timing.repeats);
    EXPECT_EQ(*std::min_element(samples.begin(), samples.end()), run.result.timing.least);
    EXPECT_TRUE(run.result.environment.contains("cpu"));
    EXPECT_TRUE(run.result.metrics.contains("end.q")) << "the run that was checked";
  }
  const auto exported = plumb("export " + in("s.db")).out;
  EXPECT_THAT(exported, HasSubstr("seconds_least"));
  EXPECT_THAT(exported, HasSubstr("libm"));
}

TEST_F(Cli, TimesAreTablesToo) {
  const std::string cells = "time -p pendulum -m erk4,cd -s 1e-2 --accuracy end.q=1e-5";
  const auto text = plumb(cells + quick).out;
  EXPECT_THAT(text, HasSubstr("fastest"));
  EXPECT_THAT(text, HasSubstr("noise "));
  EXPECT_THAT(text, HasSubstr("not ranked: ode cd h=0.01: end.q = "));
  const auto csv = plumb(cells + " --format csv" + quick).out;
  EXPECT_THAT(csv, testing::StartsWith("rank,problem,formulation,method,step,"));
  EXPECT_THAT(csv, HasSubstr(",cpu"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

TEST(TimingLines, TellThatTheMachineWasDisturbed) {
  CellRequest request;
  request.problem.name = "pendulum";
  request.method.name = "erk4";
  request.step = "1e-2";
  TimingSession session;
  session.cells.push_back({resolve(request), RunResult{}, "", std::vector<double>(15, 1.)});
  session.copy = session.cells.front().samples;
  auto disturbed = session;
  for (std::size_t i = 1; i < 15; ++i) disturbed.cells.front().samples[i] = disturbed.copy[i] = 1.4;
  judge(session);
  judge(disturbed);
  EXPECT_EQ(timing_lines(session, {}).notes.size(), 1u);
  const auto notes = timing_lines(disturbed, {}).notes;
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_THAT(notes[1], HasSubstr("medians exceed the minimum times by up to 40 %"));
}

TEST_F(Cli, TimesASetOfAStudy) {
  write("sets.toml",
        "schema = 1\n[sets.two]\nproblem = \"pendulum\"\nformulation = \"ode\"\nmethod = \"erk4,cd\"\nstep = "
        "\"1e-3\"\nt_end = 1\n"
        "[[cells]]\nproblem = \"pendulum\"\nformulation = \"ode\"\nmethod = \"cd\"\nstep = \"1e-3\"\n");
  const auto ended = plumb("time " + in("sets.toml") + " --set two --json --repeats 9 --budget 0.2");
  ASSERT_TRUE(is_proper_code(ended.code)) << ended.err;
  EXPECT_EQ(Json::parse(ended.out)[0]["cells"].size(), 2u);
}

TEST_F(Cli, WhereNothingKeptItsAccuracyNothingIsTimed) {
  const auto ended = plumb("time -p pendulum -m cd -s 0.5 --accuracy re.q=1e-9" + std::string(quick));
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.out, HasSubstr("not ranked: ode cd h=0.5: re.q = "));
  EXPECT_THAT(ended.out, HasSubstr("no cell was timed"));
  EXPECT_THAT(ended.out, testing::Not(HasSubstr("binding"))) << "it ran in none";
}

TEST_F(Cli, RefusesToTimeWhatItDoesNotUnderstand) {
  const std::string cell = "time -p pendulum -m erk4 -s 1e-2 ";
  EXPECT_THAT(plumb("time -p pendulum -m erk4"), Refuses(2, "give a problem (-p), methods (-m) and steps (-s)"));
  EXPECT_THAT(plumb(cell + "--accuracy 1e-6"), Refuses(2, "give METRIC=BOUND, such as end.q=1e-6"));
  EXPECT_THAT(plumb(cell + "--accuracy end.unknown=1e-6"), Refuses(2, "--accuracy: 'end.unknown' is not allowed"));
  EXPECT_THAT(plumb(cell + "--accuracy seconds=1"), Refuses(2, "--accuracy: 'seconds' is not allowed"));
  EXPECT_THAT(plumb(cell + "--repeats 8"), Refuses(2, "--repeats: 8 is not allowed: at least 9"));
  EXPECT_THAT(plumb(cell + "--budget 0"), Refuses(2, "--budget: 0 is not allowed"));
  EXPECT_THAT(plumb(cell + "--set x"), Refuses(2, "--set needs an experiment file"));
  EXPECT_THAT(plumb("time --paper li2019/table-99"), Refuses(2, "unknown table of li2019 'table-99'"));
  EXPECT_THAT(plumb(cell + "--paper li2019"),
              Refuses(2, "give only one of: --paper; an experiment file; or -p, -f, -m, -s"));
  EXPECT_THAT(plumb("time study.toml -p pendulum"), Refuses(2, "give an experiment file or -p, -f, -m, -s"));
}

}  // namespace
}  // namespace plumb
