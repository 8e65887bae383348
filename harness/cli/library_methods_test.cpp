// Tests run the program with methods from shared libraries like a user.

#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/worker/child_processes.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class LibraryMethods : public Cli {
 protected:
  static std::string library(const std::string& name) {
    return (std::filesystem::path(PLUMB_BINARY).parent_path() / "from_library" / ("lib" + name + ".so")).string();
  }
  /// Returns the selector of a library method, quoted for the shell.
  static std::string method(const std::string& name, const std::string& parameters = "") {
    return "'@" + library(name) + (parameters.empty() ? "" : "(" + parameters + ")") + "'";
  }
};

TEST_F(LibraryMethods, RunBesideTheCatalogueWithTheirParameters) {
  const auto ended = plumb("run -p pendulum -f index3 -m " + method("generalized_alpha", "rho=0.3,0.6") +
                           " -m 'generalized-alpha(rho=0.3,0.6)' -s 1e-2 --t-end 1 --json");
  ASSERT_EQ(ended.code, 0) << ended.err;
  std::istringstream lines(ended.out);
  std::vector<double> errors;
  for (std::string line; std::getline(lines, line);)
    errors.push_back(Json::parse(line).at("metrics").at("end.q").get<double>());
  ASSERT_EQ(errors.size(), 4u);
  EXPECT_NEAR(errors[0] / errors[2], 1, 1e-9);
  EXPECT_NEAR(errors[1] / errors[3], 1, 1e-9);
  EXPECT_NE(errors[0], errors[1]);
}

TEST_F(LibraryMethods, OrderIsComparedWithTheClaim) {
  const auto order = [&](const std::string& name) {
    return plumb("order -p pendulum -f index3 -m " + method(name) + " -s 1e-2,5e-3,2.5e-3,1.25e-3 --t-end 1");
  };
  EXPECT_EQ(order("projected_midpoint").code, 0);
  EXPECT_EQ(order("broken_midpoint").code, 1);
}

TEST_F(LibraryMethods, AreAnalysedAndShown) {
  const auto analysed = plumb("analyze " + method("projected_midpoint"));
  EXPECT_EQ(analysed.code, 0) << analysed.err;
  EXPECT_THAT(analysed.out, AllOf(HasSubstr("2 (claimed by the library)"), HasSubstr("A-stable            yes")));
  EXPECT_THAT(plumb("analyze " + method("broken_midpoint")).out,
              HasSubstr("claims order 2, but the order measured on the oscillator is"));
  EXPECT_THAT(plumb("show method " + method("projected_midpoint")).out,
              AllOf(HasSubstr("projected-midpoint: Implicit midpoint rule"), HasSubstr("its order is its own claim"),
                    HasSubstr("content")));
  EXPECT_THAT(plumb("show method " + method("projected_midpoint") + " --toml"), Refuses(2, "no coefficients to show"));
}

// Fails if a crash in a step ends the program, or drops the rows of other methods.
TEST_F(LibraryMethods, ACrashInAStepIsARowBesideTheOthers) {
  const auto ended = plumb("run -p pendulum -m " + method("faulty_crashes_in_step") + ",erk4 -s 1e-2 --t-end 1 --json");
  EXPECT_EQ(ended.code, 4);
  std::istringstream lines(ended.out);
  std::string first, second;
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_EQ(Json::parse(first).at("status"), "crashed");
  EXPECT_THAT(Json::parse(first).at("reason").get<std::string>(), HasSubstr("SIGSEGV"));
  EXPECT_EQ(Json::parse(second).at("status"), "ok");
}

// Fails if the results of a run before its crash are lost.
TEST_F(LibraryMethods, ACrashKeepsWhatWasSeenBefore) {
  const auto ended =
      plumb("run -p pendulum -f index1 -m " + method("faulty_crashes_later") + " -s 1e-2 --t-end 1 --samples 0 --json");
  const auto row = Json::parse(ended.out);
  EXPECT_EQ(row.at("status"), "crashed");
  const auto steps = row.at("counters").at("steps").get<int>();
  EXPECT_GE(steps, 30) << "no more than half is lost";
  EXPECT_NEAR(row.at("t_reached").get<double>(), 0.01 * steps, 1e-12);
  const auto whole = Json::parse(plumb("run -p pendulum -f index1 -m " + method("faulty_sound") +
                                       " -s 1e-2 --samples 0 --json --t-end " + std::to_string(steps) + "/100")
                                     .out);
  for (const char* metric : {"energy.max", "energy.end", "drift.position", "drift.velocity", "rms.q", "rms.lambda"}) {
    ASSERT_TRUE(row.at("metrics").at(metric).is_number()) << metric;
    EXPECT_EQ(row.at("metrics").at(metric), whole.at("metrics").at(metric)) << metric;
  }
}

// Fails if analyses take steps of a library in the program's own process.
TEST_F(LibraryMethods, ACrashInAStepIsAnAnswerOfAnAnalysis) {
  const auto ended = plumb("analyze " + method("faulty_crashes_in_step") + ",erk4");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("it crashed: Segmentation fault"), HasSubstr("erk4")));
}

TEST_F(LibraryMethods, AreTheSameAsMethodsOfTheCatalogueOnLinearProblems) {
  const auto same = [&](const std::string& name, const std::string& parameters = "") {
    const auto json = Json::parse(plumb("analyze --json " + method(name, parameters)).out).at("same_amplification_as");
    return json.is_null() ? std::string("none") : json.get<std::string>();
  };
  EXPECT_THAT(same("generalized_alpha", "rho=0.3"), HasSubstr("generalized-alpha(rho=0.3)"));
  EXPECT_THAT(same("generalized_alpha", "rho=0.3"), testing::Not(HasSubstr("hht")));
  EXPECT_EQ(same("broken_alpha"), "none");
}

// Fails if an abort of a library at the end of the program changes the exit code.
TEST_F(LibraryMethods, AnAbortWhenUnloadedIsReportedAndChangesNoExitCode) {
  const std::string aborts = method("faulty_aborts_at_end");
  for (const std::string& verb : {"run -p pendulum -f ode -s 1e-2 --t-end 1 --json -m " + aborts,
                                  "analyze --json " + aborts, "show method " + aborts}) {
    const auto ended = plumb(verb);
    EXPECT_EQ(ended.code, 0) << verb << ended.err;
    EXPECT_FALSE(ended.out.empty()) << verb;
    EXPECT_THAT(ended.err, HasSubstr("it crashed: Aborted")) << verb;
  }
  EXPECT_EQ(plumb("run -p pendulum -f ode -s 0 -m " + aborts).code, 2);
  EXPECT_EQ(plumb("run -p pendulum -f ode -s 1e-2 --t-end 1 -m " + method("faulty_sound")).err, "");
}

// Fails if the text output of a library becomes part of the results.
TEST_F(LibraryMethods, WhatAConstructorPrintsIsNoResult) {
  for (const std::string& verb : {std::string("analyze --json "), std::string("show method --json ")}) {
    const auto ended = plumb(verb + method("faulty_prints_at_load"));
    EXPECT_TRUE(Json::accept(ended.out)) << verb << ended.out;
    EXPECT_THAT(ended.err, HasSubstr("faulty: hello"));
  }
}

// Fails if a process that a library started, while it was loaded or in a step, outlives the program.
TEST_F(LibraryMethods, LeaveNoProcessesBehind) {
  take_over_orphans();
  for (const char* fault : {"faulty_forks_at_load", "faulty_forks_in_step"}) {
    const auto ended = plumb("run -p pendulum -f ode -s 1e-2 --t-end 1 -m " + method(fault));
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(process_testing::soon([] { return process_testing::children_of(getpid()).empty(); })) << fault;
    for (const auto left : process_testing::children_of(getpid())) kill(left, SIGKILL);
  }
}

TEST_F(LibraryMethods, MistakesEndWithTwoAndOneLine) {
  for (const char* fault : {"crashes_at_load", "no_symbol", "newer_version", "order_0", "negative_memory"})
    EXPECT_THAT(plumb("run -p pendulum -f ode -m " + method(std::string("faulty_") + fault) + " -s 1e-2"),
                Refuses(2, "the library cannot be loaded as a method: "));
  write("text.so", "no library");
  EXPECT_THAT(plumb("analyze '@" + in("text.so") + "'"), Refuses(2, "it is not a shared library (ELF)"));
}

}  // namespace
}  // namespace plumb
