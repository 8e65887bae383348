// Nothing that was finished is lost when the program is stopped, killed, or runs out of time or disk.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

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
  const auto code = signalled({"run", "-p", "pendulum", "-m", "erk4,cd", "-s", "1e-2,1e-9", "-j", "3", "--store", db},
                              SIGINT, [&] { return stored(db) == 2; });
  EXPECT_EQ(code, 130);
  EXPECT_EQ(stored(db), 2);
  EXPECT_THAT(contents(in("err")), HasSubstr("interrupted; 2 of 4 cells ended and are in"));
}

/// Metrics and states of every run; environment and timing aside.
std::vector<std::string> bits(const std::string& file) {
  std::vector<std::string> out;
  for (const auto& run : Store(file, Access::read_only).runs()) {
    Json json = run_json(run.cell, run.result);
    json.erase("timing");
    out.push_back(json.dump());
  }
  return out;
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
  const int code = signalled(arguments, SIGKILL, [&] { return stored(in("killed.db")) >= 3; });
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

/// Seconds from a signal to the end of the program, which has to be told by its exit code.
struct Obeyed {
  int code;
  double seconds;
};

class Stops : public Cli {
 protected:
  Obeyed obeyed(const std::vector<std::string>& arguments, const std::string& first = "") {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    Clock::time_point asked;
    const int code = signalled(arguments, SIGINT, [&] {
      asked = Clock::now();
      return first.empty() ? asked - begin > std::chrono::milliseconds(700)
                           : contents(in("out")).find(first) != std::string::npos;
    });
    return {code, std::chrono::duration<double>(Clock::now() - asked).count()};
  }
};

// Fails when one of them looks at no stop: each would take from ten seconds to hours.
TEST_F(Stops, EveryVerbWithinASecond) {
  const std::vector<std::vector<std::string>> calls = {
      {"analyze", "lms4"},
      {"reference", "show", "pleiades", "--at", "1e5"},
      {"reference", "show", "pendulum", "--at", "1e5"},
      {"reference", "build", "--out", in("built")},
      {"run", "-p", "pleiades", "-m", "erk4", "-s", "10", "--t-end", "1e5"},
      {"run", "-p", "pendulum", "-m", "erk4", "-s", "1e-2", "--t-end", "1e7", "--samples", "0"},
  };
  for (const auto& call : calls) {
    const auto [code, seconds] = obeyed(call);
    EXPECT_EQ(code, 130) << call[0] << " " << call[1] << contents(in("err"));
    EXPECT_LT(seconds, 1.5) << call[0] << " " << call[1];  // a second, and the end of the program
  }
}

TEST_F(Stops, AnalysesAtTheirTimeout) {
  const auto ended = plumb("analyze lms4 --total-timeout 0.5");
  EXPECT_EQ(ended.code, 124);
  EXPECT_THAT(ended.err, HasSubstr("out of time; 0 of 1 method ended"));
  EXPECT_THAT(plumb("analyze lms4 --total-timeout 0"), Refuses(2, "--total-timeout: 0 is not allowed"));
}

// Fails when the first result is printed after the last.
TEST_F(Stops, PrintsWhatEndsAtOnce) {
  const auto [code, seconds] =
      obeyed({"run", "-p", "pendulum", "-m", "erk4", "-s", "1e-2,1e-9", "--json", "-j", "2"}, "\"step\"");
  EXPECT_EQ(code, 130);
  EXPECT_THAT(contents(in("out")), HasSubstr("\"status\":\"ok\""));
}

TEST_F(Cli, RefusesReferencesAtTimesThatNothingReaches) {
  EXPECT_THAT(plumb("reference show pendulum --at 1e300"), Refuses(2, "too late: the integrations"));
}

}  // namespace
}  // namespace plumb
