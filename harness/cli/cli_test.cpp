// The program as a user meets it: exit codes, one clear line for every mistake, and nothing lost when it is stopped.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "harness/json.hpp"
#include "harness/store.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Cli : public testing::Test {
 protected:
  Cli() : folder(fs::temp_directory_path() / ("plumb-cli-" + std::to_string(getpid()))) {
    fs::create_directory(folder);
  }
  ~Cli() override { fs::remove_all(folder); }

  struct Ended {
    int code = -1;
    std::string out, err;
  };

  std::string in(const char* name) const { return (folder / name).string(); }

  static std::string contents(const std::string& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }

  void write(const char* name, const std::string& text) const { std::ofstream(in(name)) << text; }

  /// Runs a shell command in which `plumb` is the program.
  Ended shell(const std::string& command) const {
    const auto script = "plumb() { '" PLUMB_BINARY "' \"$@\"; }; " + command;
    write("script", script);
    const int status =
        std::system(("bash '" + in("script") + "' >'" + in("out") + "' 2>'" + in("err") + "' </dev/null").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), contents(in("out")), contents(in("err"))};
  }
  Ended plumb(const std::string& arguments) const { return shell("plumb " + arguments); }

  /// Starts the program, waits until `ready`, sends the signal and returns the exit code.
  template <class Ready>
  int signalled(std::vector<std::string> arguments, int signal, Ready ready) const {
    const pid_t child = fork();
    if (child == 0) {
      std::vector<char*> argv = {const_cast<char*>(PLUMB_BINARY)};  // exec does not write to them
      for (auto& a : arguments) argv.push_back(a.data());
      argv.push_back(nullptr);
      if (!freopen(in("out").c_str(), "w", stdout) || !freopen(in("err").c_str(), "w", stderr)) _exit(99);
      execv(PLUMB_BINARY, argv.data());
      _exit(99);
    }
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!ready() && std::chrono::steady_clock::now() < give_up)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  std::size_t stored(const std::string& file) const {
    try {
      return fs::exists(file) ? Store(file, Access::read_only).runs().size() : 0;
    } catch (const StoreError&) {
      return 0;  // it is just being created
    }
  }

  fs::path folder;
};

const std::string cell = "run -p pendulum -m erk4 -s 1e-2 ";

/// A refusal: the code, nothing on stdout, exactly one line on stderr.
MATCHER_P2(Refuses, code, message, "") {
  const auto lines = std::count(arg.err.begin(), arg.err.end(), '\n');
  *result_listener << "code " << arg.code << ", out '" << arg.out << "', err '" << arg.err << "'";
  return arg.code == code && arg.out.empty() && lines == 1 && arg.err.starts_with("plumb: error: ") &&
         arg.err.find(message) != std::string::npos;
}

TEST_F(Cli, AnswersMistakesWithOneLineAndCode2) {
  write("broken.toml", "schema = 1\n[[cells]]\nproblem = = 3\n");
  write("key.toml", "schema = 1\n[[cells]]\nproblm = \"pendulum\"\n");
  const std::pair<const char*, const char*> mistakes[] = {
      {"lst", "unknown verb 'lst'; did you mean 'list'?"},
      {"list methds", "unknown plumb list verb 'methds'; did you mean 'methods'?"},
      {"run --stp 1", "unknown option '--stp'; did you mean '--step'?"},
      {"show problem", "NAME is required"},
      {"show problem pendulm", "unknown problem 'pendulm'; did you mean 'pendulum'?"},
      {"show method", "NAME is required"},
      {"run", "give a problem (-p), a method (-m) and a step (-s), or an experiment file"},
      {"run -p pendulum -m erk44 -s 1e-2", "unknown method 'erk44'; did you mean 'erk4'?"},
      {"run -p pendulum -f odd -m erk4 -s 1e-2", "unknown formulation of pendulum 'odd'; did you mean 'ode'?"},
      {"run -p 'pendulum(lenght=1)' -m erk4 -s 1e-2", "length"},
      {"run -p 'pendulum(length=-1)' -m erk4 -s 1e-2", "length"},
      {"run -p 'pendulum(' -m erk4 -s 1e-2", "problem: "},
      {"run -p pendulum -m erk4 -s 3e-3", "step"},
      {"run -p pendulum -m erk4 -s -1e-2", "step"},
      {"run -p pendulum -m erk4 -s fast", "step"},
      {"run -p pendulum -m erk4 -s 1e-2 --newton-tol -1e-9",
       "newton_tol: '-1e-9' is not allowed: it must be greater than 0"},
      {"run -p pendulum -m erk4 -s 1e-2 --newton-test both", "known: increment, residual"},
      {"run -p pendulum -m erk4 -s 1e-2 --precision half", "known: double, long, quad"},
      {"run -p pendulum -m erk4 -s 1e-2 --samples many", "samples: 'many' is not allowed"},
      {"run -p pendulum -m erk4 -s 1e-2 --format html", "known: text, md, latex, csv, json"},
      {"run -p pendulum -m erk4 -s 1e-2 -j 0", "--jobs: 0 is not allowed: 1 or more"},
      {"run -p pendulum -m erk4 -s 1e-2 --timeout 0", "it must be greater than 0 s"},
      {"run missing.toml", "missing.toml: cannot be read"},
      {"order -p pendulum -m cvode --steps 1e-2,1e-3", "cvode chooses its own steps"},
      {"order -p pendulum -m erk4 --steps 1e-2 --class z", "known: q, v, a, lambda"},
      {"analyze erk5", "unknown method 'erk5'"},
      {"analyze 'hht(alpha=1)'", "alpha"},
      {"analyze erk4 --damping -1", "--damping: -1 is not allowed: 0 or more"},
      {"reference show pendulum --at -1", "0 or more"},
      {"reference audit pendulum missing.csv", "missing.csv: cannot be read"},
      {"export", "STORE is required"},
      {"reproduce nobody2024", "unknown paper 'nobody2024'"},
  };
  for (const auto& [arguments, message] : mistakes) EXPECT_THAT(plumb(arguments), Refuses(2, message)) << arguments;
  EXPECT_THAT(plumb("run '" + in("broken.toml") + "'"), Refuses(2, "broken.toml:3:11:"));
  EXPECT_THAT(plumb("run '" + in("key.toml") + "'"), Refuses(2, "did you mean 'problem'?"));
}

TEST_F(Cli, AnswersBrokenFilesWithOneLineAndCode3) {
  write("corrupt.db", std::string(5000, 'x'));
  EXPECT_THAT(plumb(cell + "--out '" + in("corrupt.db") + "'"), Refuses(3, "corrupt.db"));
  EXPECT_THAT(plumb(cell + "--out /nowhere/a.db"), Refuses(3, "/nowhere/a.db"));
  EXPECT_THAT(plumb("export '" + in("none.db") + "'"), Refuses(3, "there is no such store"));
  EXPECT_THAT(plumb(cell + "--trajectory /nowhere/a.h5"), Refuses(3, "/nowhere/a.h5: cannot be written"));
  EXPECT_THAT(shell("plumb list methods >/dev/full"), Refuses(3, "could not be written"));
}

TEST_F(Cli, KeepsWhatWasCommittedWhenTheDiskIsFull) {
  const auto cells = "run -p pendulum -m erk4,ab4,cd,degree5 -s 1e-2,1e-3 -j 1 --out '" + in("full.db") + "'";
  const auto first = plumb("run -p pendulum -m erk4 -s 1e-2 --out '" + in("full.db") + "'");
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(shell("trap '' XFSZ; ulimit -f 24; plumb " + cells), Refuses(3, "full.db"));
  EXPECT_GE(stored(in("full.db")), 1);
  EXPECT_EQ(plumb(cells).code, 0);
  EXPECT_EQ(stored(in("full.db")), 8);
}

TEST_F(Cli, HelpsOnEveryVerb) {
  EXPECT_EQ(plumb("").code, 2);
  for (const char* verb : {"", "list", "list methods", "show", "show method", "run", "order", "analyze", "reference",
                           "reference show", "reference build", "reference audit", "reproduce", "export", "doctor"}) {
    const auto help = plumb(std::string(verb) + " --help");
    EXPECT_EQ(help.code, 0) << verb;
    EXPECT_THAT(help.out, AllOf(HasSubstr("Usage: plumb"), HasSubstr(verb), Not(HasSubstr("\033")))) << verb;
    EXPECT_EQ(help.err, "") << verb;
  }
}

TEST_F(Cli, SurvivesAClosedPipe) {
  const auto ended = shell("plumb list methods | head -1; exit ${PIPESTATUS[0]}");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
}

TEST_F(Cli, PrintsOneObjectACell) {
  const auto ended = plumb("run -p pendulum -m erk4,cd -s 1e-2,1e-3 --json");
  EXPECT_EQ(ended.code, 0);
  std::istringstream lines(ended.out);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const auto object = Json::parse(line);
    for (const char* key : {"id", "problem", "formulation", "method", "step", "t_end", "status", "reason", "t_reached",
                            "metrics", "counters", "timing", "final", "environment"})
      EXPECT_TRUE(object.contains(key)) << key;
    EXPECT_EQ(object["status"], "ok");
  }
  EXPECT_EQ(count, 4);
}

TEST_F(Cli, PrintsJsonForEveryVerb) {
  for (const char* arguments :
       {"list problems", "list methods", "list formulations", "list papers", "show problem oscillator",
        "show method degree5", "show paper fernandez2024",
        "order -p pendulum -m erk4 --steps 5e-3,2.5e-3,1.25e-3,6.25e-4", "analyze erk4 --omega-dt 0.1",
        "reference show pendulum --at 1", "reference show pendulum --at 1,2"}) {
    const auto ended = plumb(std::string(arguments) + " --json");
    EXPECT_EQ(ended.code, 0) << arguments << ended.err;
    EXPECT_TRUE(Json::accept(ended.out)) << arguments;
  }
}

TEST_F(Cli, SaysWhyACellFailed) {
  const auto ended = plumb("run -p pendulum -f index3 -m erk4 -s 1e-2");
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.out, HasSubstr("erk4 is fit for: ode index1"));
  EXPECT_EQ(plumb("run -p pendulum -m erk4,stormer-verlet -f ode,index3 -s 1e-2").code, 0);
}

TEST_F(Cli, ReportsTimeouts) {
  const auto slow = "run -p pendulum -m erk4 -s 1e-9 ";
  const auto cell_timeout = plumb(slow + std::string("--timeout 0.3"));
  EXPECT_EQ(cell_timeout.code, 4);
  EXPECT_THAT(cell_timeout.out, HasSubstr("timeout"));
  EXPECT_EQ(plumb(slow + std::string("--total-timeout 0.3")).code, 124);
}

TEST_F(Cli, JudgesOrders) {
  const auto passes = plumb("order -p pendulum -m erk4 --steps 5e-3,2.5e-3,1.25e-3,6.25e-4");
  EXPECT_EQ(passes.code, 0);
  EXPECT_THAT(passes.out, AllOf(HasSubstr("q      order 3.9"), HasSubstr("expected 4: pass")));
  EXPECT_EQ(plumb("order -p pendulum -m erk4 --steps 1e-2,5e-3").code, 4);
}

TEST_F(Cli, AuditsPublishedValues) {
  const auto shown = Json::parse(plumb("reference show pendulum --at 2 --json").out);
  const auto value = shown["values"]["q1"]["value"].get<std::string>();
  write("good.csv", "name,value,t\nq1," + value.substr(0, 12) + ",2\n");
  write("bad.csv", "# a comment\nq1,-3.0,2\n");
  EXPECT_EQ(plumb("reference audit pendulum '" + in("bad.csv") + "'").code, 1);
  const auto bad = plumb("reference audit pendulum '" + in("bad.csv") + "'");
  EXPECT_THAT(bad.out, AllOf(HasSubstr("differs"), HasSubstr("0 of 1 hold")));
  write("name.csv", "q7,1,2\n");
  EXPECT_THAT(plumb("reference audit pendulum '" + in("name.csv") + "'"),
              Refuses(2, "name.csv:1: unknown quantity 'q7'"));
}

TEST_F(Cli, WritesTrajectories) {
  EXPECT_EQ(plumb(cell + "--trajectory '" + in("one.h5") + "'").code, 0);
  EXPECT_EQ(contents(in("one.h5")).substr(1, 3), "HDF");
  EXPECT_EQ(plumb("run -p pendulum -m erk4,cd -s 1e-2 --trajectory '" + in("many") + "'").code, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(in("many")), fs::directory_iterator()), 2);
}

TEST_F(Cli, ExportsWhatIsStored) {
  ASSERT_EQ(plumb("run -p pendulum -m erk4,cd -s 1e-2 --out '" + in("a.db") + "'").code, 0);
  const auto csv = plumb("export '" + in("a.db") + "'");
  EXPECT_EQ(csv.code, 0);
  EXPECT_THAT(csv.out, AllOf(HasSubstr("id,problem,formulation,method,step"), HasSubstr("energy.max")));
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 4);
  const auto lines = plumb("export '" + in("a.db") + "' --json");
  EXPECT_EQ(std::count(lines.out.begin(), lines.out.end(), '\n'), 2);
}

TEST_F(Cli, KeepsFinishedCellsWhenInterrupted) {
  const auto db = in("a.db");
  const auto code = signalled({"run", "-p", "pendulum", "-m", "erk4,cd", "-s", "1e-2,1e-9", "-j", "3", "--out", db},
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
                                              "--out",
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

}  // namespace
}  // namespace plumb
