// Finished results must not be lost if the program is stopped or killed, or runs out of time or disk space.

#include <fstream>

#include "contract/stop.hpp"
#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/cli/work.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Writes a method file with 64 implicit stages, whose analysis takes seconds. Returns its selector.
std::string many_stages(const std::string& path) {
  std::ofstream out(path);
  out << "schema = 1\nname = \"m\"\na = [";
  for (int i = 0; i < 64; ++i) {
    out << (i == 0 ? "[" : ",\n[");
    for (int j = 0; j < 64; ++j) out << (j == 0 ? "\"" : ", \"") << (i * j + j * j) % 61 << "/4096\"";
    out << "]";
  }
  out << "]\nb = [";
  for (int j = 0; j < 64; ++j) out << (j == 0 ? "" : ", ") << "\"1/64\"";
  out << "]\n";
  return "@" + path;
}

TEST_F(Cli, KeepsWhatWasCommittedWhenTheDiskIsFull) {
  const auto cells = "run -p pendulum -m erk4,ab4,cd,degree5 -s 1e-2,1e-3 -j 1 --store '" + in("full.db") + "'";
  const auto first = plumb("run -p pendulum -m erk4 -s 1e-2 --store '" + in("full.db") + "'");
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(shell("trap '' XFSZ; ulimit -f 24; plumb " + cells), Refuses(3, "full.db"));
  EXPECT_GE(stored(in("full.db")), 1);
  EXPECT_EQ(plumb(cells).code, 0);
  EXPECT_EQ(stored(in("full.db")), 8);
}

TEST_F(Cli, ReportsTimeouts) {
  const auto slow = "run -p pendulum -m erk4 -s 1e-9 ";
  const auto cell_timeout = plumb(slow + std::string("--timeout 0.3"));
  EXPECT_EQ(cell_timeout.code, 4);
  EXPECT_THAT(cell_timeout.out, HasSubstr("timeout"));
  EXPECT_EQ(plumb(slow + std::string("--total-timeout 0.3")).code, 124);
}

TEST_F(Cli, KeepsFinishedCellsWhenInterrupted) {
  const auto db = in("a.db");
  const auto ended = signalled({"run", "-p", "pendulum", "-m", "erk4,cd", "-s", "1e-2,1e-9", "-j", "3", "--store", db},
                               SIGINT, [&] { return stored(db) == 2; });
  EXPECT_EQ(ended.code, 130);
  EXPECT_EQ(stored(db), 2);
  EXPECT_THAT(contents(in("err")), HasSubstr("interrupted; 2 of 4 cells ended and are in"));
}

// Fails if a stopped study prints a row for each of many cells that did not run.
TEST_F(Cli, ListsTheFirstCellsThatDidNotRunAndCountsAll) {
  const std::string wide = "run -p pendulum -m 'degree5(alpha=0:0.01:1)' -s 1e-9 --total-timeout 1";
  const auto text = plumb(wide), csv = plumb(wide + " --format csv");
  EXPECT_EQ(text.code, 124);
  EXPECT_THAT(text.out, AllOf(HasSubstr("101 of 101 cells: not-run, out of time\n"),
                              HasSubstr("of these 101 the first 40 are listed\n")));
  EXPECT_EQ(std::ranges::count(text.out, '\n'), 40 + 4) << text.out;
  EXPECT_EQ(csv.code, 124);
}

// Fails if the output does not state the number of cells that did not run before a stop.
TEST_F(Cli, CountsWhatDidNotRun) {
  const auto run = plumb("run -p pendulum -m erk4,cd -s 1e-2,1e-9 -j 3 --total-timeout 1.5");
  EXPECT_EQ(run.code, 124);
  EXPECT_THAT(run.out, AllOf(HasSubstr("2 of 4 cells: not-run, out of time\n"), Not(HasSubstr("are listed"))));
}

// Fails if a run whose reference is not available is not printed, or is printed without its other results.
TEST_F(Cli, ShowsWhatHasRunBeforeItsReferenceIsThere) {
  const auto run = plumb("run -p pleiades -m erk4 -s 10,25 --t-end 1e5 --total-timeout 3");
  EXPECT_EQ(run.code, 124);
  for (const auto& text : {run.out, run.err}) {
    EXPECT_THAT(text, HasSubstr("energy.max")) << text;
    EXPECT_THAT(text, Not(HasSubstr("end.q"))) << text;
  }
  EXPECT_THAT(run.err, HasSubstr("2 cells finished; computing references for the errors"));
  EXPECT_THAT(run.out, AllOf(HasSubstr("2 of 2 cells: no errors, out of time before the reference was computed\n"),
                             Not(HasSubstr("not-run"))));
  const auto none = plumb("run -p pleiades -m erk4 -s 10,25 --t-end 1e5 --reference none");
  EXPECT_EQ(none.code, 0);
  EXPECT_THAT(none.out, HasSubstr("reference none"));
}

TEST_F(Cli, ResumesAfterAKillWithTheSameBits) {
  const std::vector<std::string> arguments = {"run",
                                              "-p",
                                              "pendulum",
                                              "-f",
                                              "ode,index1",
                                              "-m",
                                              "erk4,degree5,ab4,odeint-rk4",
                                              "-s",
                                              "1e-2,1e-3,5e-4,1e-4,5e-5",
                                              "-j",
                                              "2",
                                              "--store",
                                              in("killed.db")};
  std::string text;
  for (const auto& a : arguments) text += "'" + a + "' ";
  const auto [code, late] = signalled(arguments, SIGKILL, [&] { return stored(in("killed.db")) >= 3; });
  const auto before = stored(in("killed.db"));
  EXPECT_EQ(code, -SIGKILL);
  EXPECT_GE(before, 3);
  EXPECT_LT(before, 40);

  const auto resumed = plumb(text);
  EXPECT_EQ(resumed.code, 0);
  EXPECT_THAT(resumed.err, HasSubstr("of 40 cells were in"));
  ASSERT_EQ(plumb(text.replace(text.find("killed.db"), 9, "whole.db")).code, 0);
  EXPECT_EQ(bits(in("killed.db")), bits(in("whole.db")));
}

class Stops : public Cli {
 protected:
  Signalled obeyed(const std::vector<std::string>& arguments, const std::string& first = "") {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    return signalled(arguments, SIGINT, [&] {
      return first.empty() ? Clock::now() - begin > std::chrono::milliseconds(700)
                           : contents(in("out")).find(first) != std::string::npos;
    });
  }
};

// Fails if a verb does not end within a second after a stop signal. Without the signal, each call takes from ten
// seconds to hours.
TEST_F(Stops, EveryVerbWithinASecond) {
  const std::vector<std::vector<std::string>> calls = {
      {"analyze", many_stages(in("m.toml"))},
      {"reference", "show", "pleiades", "--at", "1e5"},
      {"reference", "show", "pendulum", "--at", "1e5"},
      {"reference", "build", "--out", in("built")},
      {"run", "-p", "pleiades", "-m", "erk4", "-s", "10", "--t-end", "1e5"},
      {"run", "-p", "pendulum", "-m", "erk4", "-s", "1e-2", "--t-end", "1e7", "--samples", "0"},
  };
  for (const auto& call : calls) {
    const auto [code, late] = obeyed(call);
    EXPECT_EQ(code, 130) << call[0] << " " << call[1] << contents(in("err"));
    EXPECT_LT(late, 1) << call[0] << " " << call[1];
  }
}

TEST_F(Stops, AnalysesAtTheirTimeout) {
  const auto slow = "analyze '" + many_stages(in("m.toml")) + "' ";
  const auto ended = plumb(slow + "--total-timeout 0.5");
  EXPECT_EQ(ended.code, 124);
  EXPECT_THAT(ended.err, HasSubstr("out of time; 0 of 1 method ended"));
  EXPECT_THAT(plumb(slow + "--total-timeout 0"), Refuses(2, "--total-timeout: 0 is not allowed"));
  EXPECT_EQ(plumb(slow + "--json --total-timeout 0.2").out, "[]\n");
}

// Fails if a verb that runs cells has no timeout, or if the timeout applies only to a part of its work.
TEST_F(Stops, RunsOfEveryKindAtTheirTimeout) {
  for (const std::string call :
       {"order -p pleiades -m erk4 --steps 8,4,2,1 --t-end 1e5", "time -p pleiades -m erk4 -s 1e-5",
        "reproduce fang2023 -j 1", "spread -p pleiades -m erk4 -s 1e-6"}) {
    const auto ended = plumb(call + " --total-timeout 0.3");
    EXPECT_EQ(ended.code, 124) << call;
    EXPECT_THAT(ended.err, HasSubstr("out of time")) << call;
    EXPECT_THAT(plumb(call + " --total-timeout 0"), Refuses(2, "--total-timeout: 0 is not allowed")) << call;
  }
}

// Fails if an outcome waits forever for an earlier task that was stopped.
TEST(Work, HandsOutWhatEndedBehindWhatWasStopped) {
  std::vector<std::string> handed_out;
  const Piece endless = []() -> std::function<void()> {
    for (;;) {
      stopping_point();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  const Piece quick = [&] { return [&] { handed_out.emplace_back("quick"); }; };
  const auto exit = work({{"endless", endless}, {"quick", quick}}, {.noun = "piece", .timeout = 0.3, .jobs = 2});
  EXPECT_EQ(exit, Exit::timeout);
  EXPECT_THAT(handed_out, testing::ElementsAre("quick"));
}

// Fails if the computation of a certified reference cannot be stopped.
TEST_F(Stops, OrdersWhileTheirReferenceIsCertified) {
  const auto [code, late] =
      obeyed({"order", "-p", "pleiades", "-m", "erk4", "--steps", "8,4,2,1", "--t-end", "1e5", "--json"});
  EXPECT_EQ(code, 130);
  EXPECT_LT(late, 1);
  EXPECT_EQ(contents(in("out")), "[]\n");
  EXPECT_THAT(contents(in("err")), HasSubstr("interrupted; 0 of 1 series measured"));
}

TEST_F(Stops, AuditsWhileTheirReferenceIsCertified) {
  write("late.csv", "problem,t,component,published\npleiades,1e5,q1,0.37\n");
  const auto [code, late] = obeyed({"reference", "audit", in("late.csv")});
  EXPECT_EQ(code, 130);
  EXPECT_LT(late, 1);
  EXPECT_THAT(contents(in("err")), HasSubstr("interrupted; 0 of 1 file ended"));
}

/// Writes a paper with a table of a fast and an endless run, and a table, a claim and a figure of the endless run.
void write_paper(const std::filesystem::path& folder) {
  const auto own = folder / "results/papers/slow2024";
  for (const char* name : {"tables", "figures"}) std::filesystem::create_directories(own / name);
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(own / name) << "schema = 1\n" << text;
  };
  const std::string common = "problem = \"pendulum\", t_end = \"2\", method = \"erk4\", metric = \"end.q\"";
  const std::string table = "title = \"T\"\ncommon = {" + common + "}\ncolumns = [{column = \"error\"}]\n";
  const std::string quick = "{row = \"quick\", step = \"1e-2\"}", slow = "{row = \"slow\", step = \"1e-9\"}";
  write("paper.toml", "title = \"P\"\nauthors = \"A\"\nsource = \"B\"\n");
  write("tables/table-1.toml", table + "rows = [" + quick + ", " + slow + "]\n");
  write("tables/table-2.toml", table + "rows = [" + slow + "]\n");
  write("claims.toml", "[claims.slow]\nwhere = \"1\"\nsays = \"S\"\nchecks = [{" + common +
                           ", step = \"1e-9\", is = \"<\", value = \"1\"}]\n");
  write("figures/figure-1.toml",
        "title = \"F\"\nkind = \"trajectory\"\noutputs = [\"x\"]\ncommon = {problem = \"pendulum\", t_end = \"2\", "
        "samples = 200}\ncurves = [{name = \"slow\", method = \"erk4\", step = \"1e-9\"}]\n");
  std::ofstream(own / "published.csv") << "table,row,column,published\n"
                                       << "1,quick,error,1e-9\n1,slow,error,1e-9\n2,slow,error,1e-9\n";
}

// Fails if unfinished items are still computed after Ctrl-C, or are printed or drawn without results.
TEST_F(Stops, PapersWithWhatHasAResult) {
  write_paper(folder);
  setenv("PLUMB_PATH", folder.c_str(), 1);
  const auto db = in("a.db");
  const auto ended = signalled({"reproduce", "slow2024", "-j", "3", "--store", db, "--out", in("figures")}, SIGINT,
                               [&] { return stored(db) == 1; });
  unsetenv("PLUMB_PATH");
  EXPECT_EQ(ended.code, 130);
  EXPECT_THAT(contents(in("out")), AllOf(HasSubstr("slow2024/table-1"), HasSubstr("repeat runs are missing"),
                                         Not(HasSubstr("table-2")), Not(HasSubstr("claims"))));
  EXPECT_THAT(contents(in("err")), AllOf(HasSubstr("interrupted; 0 of 4 items ended"), Not(HasSubstr("to draw them"))));
}

/// Writes a store that takes a second to read.
void write_large_store(const std::string& file) {
  Store store(file);
  RunResult result;
  result.final_state.q.assign(20'000, 0.1);
  for (int i = 1; i <= 300; ++i)
    store.put({.problem = "pendulum",
               .problem_parameters = "",
               .formulation = "ode",
               .formulation_parameters = "",
               .method = "erk4",
               .method_parameters = "",
               .step = "1e-2",
               .t_end = std::to_string(i),
               .newton_tol = {},
               .samples = 1},
              "another build", result);
}

// Fails if an export that is stopped by a signal leaves a temporary file.
TEST_F(Stops, ExportsWithNothingLeftBeside) {
  write_large_store(in("a.db"));
  const auto has_temporary_file = [&] {
    const auto is_temporary = [](const auto& f) { return f.path().filename().string().starts_with(".plumb-"); };
    return std::any_of(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator(),
                       is_temporary);
  };
  const auto ended =
      signalled({"export", in("a.db"), "--all-builds", "--json", "--out", in("a.jsonl")}, SIGTERM, has_temporary_file);
  EXPECT_EQ(ended.code, 130);
  EXPECT_FALSE(has_temporary_file());
  EXPECT_FALSE(std::filesystem::exists(in("a.jsonl")));
  EXPECT_THAT(contents(in("err")), HasSubstr("interrupted; 0 of 1 file ended"));
}

// Fails if the first result is printed only after the last run.
TEST_F(Stops, PrintsWhatEndsAtOnce) {
  const auto ended =
      obeyed({"run", "-p", "pendulum", "-m", "erk4", "-s", "1e-2,1e-9", "--json", "-j", "2"}, "\"step\"");
  EXPECT_EQ(ended.code, 130);
  EXPECT_THAT(contents(in("out")), HasSubstr("\"status\":\"ok\""));
}

TEST_F(Cli, RefusesReferencesAtTimesThatNothingReaches) {
  EXPECT_THAT(plumb("reference show pendulum --at 1e300"), Refuses(2, "too late: the integrations"));
}

}  // namespace
}  // namespace plumb
