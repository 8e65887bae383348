// Every mistake of a user must cause one clear line and the documented exit code.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

const std::string any_run = "run -p pendulum -m erk4 -s 1e-2 ";

TEST_F(Cli, AnswersMistakesWithOneLineAndCode2) {
  write("broken.toml", "schema = 1\n[[cells]]\nproblem = = 3\n");
  write("key.toml", "schema = 1\n[[cells]]\nproblm = \"pendulum\"\n");
  const std::pair<const char*, const char*> mistakes[] = {
      {"lst", "unknown verb 'lst'; did you mean 'list'?"},
      {"runn -p pendulum -m erk4", "unknown verb 'runn'; did you mean 'run'?"},
      {"run -p pendulum -m 'lms3(rho=0,6)' -s 1e-2", "position 12: decimal commas are not allowed"},
      {"run -p 'oscillator(damping=0,05)' -m erk4 -s 1e-2", "position 22: decimal commas are not allowed"},
      {"run -p pendulum -m erk4 -s 1e-2..3e-5", "3e-5 is not reached from 0.01 by factors of ten"},
      {"list methds", "unknown verb of plumb list 'methds'; did you mean 'methods'?"},
      {"run --stp 1", "unknown option '--stp'; did you mean '--steps'?"},
      {"run -p pendulum -m erk4 -s 1e-2 --format csv --json", "--format excludes --json"},
      {"diff a.db b.db --limit -1", "-1 is not allowed: a whole number from 0 on"},
      {"run -p pendulum -m examples/methods/sdirk2.toml -s 1e-2", "did you mean '@examples/methods/sdirk2.toml'?"},
      {"run -p examples/mechanisms/crank.toml -m erk4 -s 1e-2", "did you mean '@examples/mechanisms/crank.toml'?"},
      {"analyze mine.toml", "unknown method 'mine.toml'; did you mean '@mine.toml'?"},
      {"run -p pendulum -m 'lms2(roh=0.5)' -s 1e-2", "lms2: unknown parameter 'roh'; did you mean 'rho'? known: rho,"},
      {"run -p 'pendulum(length=-2)' -m erk4 -s 1e-2", "length=-2 is out of range: allowed is more than 0\n"},
      {"run -p 'pendulum(gravity=-2)' -m erk4 -s 1e-2", "gravity=-2 is out of range: allowed is 0 or more\n"},
      {"export a.db --format latx", "unknown format 'latx'; did you mean 'latex'?"},
      {"show pendulum", "'pendulum' is a problem; did you mean plumb show problem pendulum?"},
      {"show 'lms2(rho=0.5)'", "is a method; did you mean plumb show method lms2(rho=0.5)?"},
      {"show li2019", "'li2019' is a paper; did you mean plumb show paper li2019?"},
      {"run -p pendulum -m erk4 -h 1e-2", "-h prints the help and takes no value, '1e-2'; a step is given by -s"},
      {"analyze erk4 -h 1", "-h prints the help and takes no value, '1'\n"},
      {"show problem", "NAME is required"},
      {"show problem pendulm", "unknown problem 'pendulm'; did you mean 'pendulum'?"},
      {"show method", "NAME is required"},
      {"show method erk44", "unknown method 'erk44'; did you mean 'erk4'?"},
      {"show method 'mssth4(rho=2)'", "mssth4: rho=2 is out of range: allowed is 0 to 1"},
      {"show method 'mssth4(ro=0.3)'", "mssth4: unknown parameter 'ro'; did you mean 'rho'? known: rho, free"},
      {"show method 'lms3(rho=0,0.6)'", "method: 'lms3(rho=0,0.6)' stands for 2 methods; give one"},
      {"show method 'lms3(rho=1/4pi)' --coefficients", "position 3: write /(2*pi) or /2*pi, not /2pi"},
      {"show method rattle --coefficients",
       "rattle: this method has no coefficients to show, because it is neither a Runge-Kutta"},
      {"reference show 'chain(n=40)'", "error: chain: no reference is known: a reference for more than 32 bodies"},
      {"show method cvode --toml", "cvode: this method has no coefficients to show"},
      {"show method erk4 --toml --json", "--toml"},
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
      {"run -p pendulum -m erk4 -s 1e-2 --newton-max 1.5", "newton_max: '1.5' is not allowed: a whole number"},
      {"run -p pendulum -m erk4 -s 1e-2 --precision half", "known: double, long, quad"},
      {"run -p pendulum -m erk4 -s 1e-2 --samples many", "samples: 'many' is not allowed"},
      {"run -p pendulum -m erk4 -s 1e-2 --format html", "known: text, md, latex, csv, json, units"},
      {"run -p pendulum -m erk4 -s 1e-2 -j 0", "--jobs: 0 is not allowed: 1 to 1024"},
      {"run -p pendulum -m erk4 -s 1e-2 --timeout 0", "it must be greater than 0 s"},
      {"run -p pendulum -m erk4 -s 1e-2 --store ''", "--store: '' stores nothing"},
      {"run -p pendulum -m erk4 -s 1e-2 --store :memory:", "--store: ':memory:' stores nothing"},
      {"run -p pendulum -m erk4 -s 1e-2 --out a.db", "unknown option '--out'"},
      {"run -p pendulum -m erk4 --step 1e-2", "unknown option '--step'; did you mean '--steps'?"},
      {"order -p pendulum -m erk4 -s 1e-2 --store ''", "--store: '' stores nothing"},
      {"doctor --store ''", "--store: '' stores nothing"},
      {"export a.db --out ''", "--out: '' names no file"},
      {"reproduce li2019/table-1 --out ''", "--out: '' names no file"},
      {"run -p pendulum -m erk4 -s 1e-2 --trajectory ''", "--trajectory: '' names no file"},
      {"reproduce li2019/table-1 --store :memory:", "--store: ':memory:' stores nothing"},
      {"run missing.toml", "missing.toml: cannot be read"},
      {"order -p pendulum -m cvode --steps 1e-2,1e-3", "cvode chooses its own steps"},
      {"order -p pendulum -m erk4 --steps 1e-2 --class lambda", "'lambda' is not allowed; known: q, v, a, x, y\n"},
      {"order -p pendulum -f index3 -m hht --steps 1e-2 --class q.rotation",
       "known: q, q.translation, q.angle, v, v.translation, v.angle, a, a.translation, a.angle, lambda"},
      {"order -p 'planar-chain(n=64)' -m erk4 --steps 1e-2,5e-3",
       "more than 32 links takes too long to compute in quad"},
      {"reference build 'pendulum(length=2)' --out .", "only values for default data are stored; give 'pendulum'"},
      {"diff a.db b.db --limit -1", "--limit"},
      {"analyze erk5", "unknown method 'erk5'"},
      {"analyze pendulum", "'pendulum' is a problem; a method is needed here, one of `plumb list methods`"},
      {"analyze @examples/mechanisms/crank.toml",
       "examples/mechanisms/crank.toml: it is a problem, which is named by -p @FILE; a method file has a "
       "tableau (a, b) or a multistep formula (alpha, beta), or is a shared library"},
      {"run -p pendulum -m @examples/robots/iiwa14.urdf -s 1e-2", "it is a problem, which is named"},
      {"run -p erk4 -m erk4 -s 1e-2", "'erk4' is a method; a problem is needed here, one of `plumb list problems`"},
      {"run -p @examples/methods/sdirk2.toml -m erk4 -s 1e-2",
       "examples/methods/sdirk2.toml: it is a method, which is named by -m @FILE; a problem's file has bodies"},
      {"order -p @examples/study.toml -m erk4 --steps 1e-2", "it is an experiment, which runs by plumb run FILE"},
      {"run examples/mechanisms/crank.toml", "it is a problem, which is named by -p @FILE; an experiment"},
      {"run @examples/mechanisms/crank.toml", "without @, which marks problems (-p @FILE) and methods (-m @FILE)"},
      {"run examples/robots/iiwa14.urdf", "it is a problem, which is named by -p @FILE; an experiment"},
      {"run examples/methods/sdirk2.toml", "it is a method, which is named by -m @FILE; an experiment has [[cells]]"},
      {"compare @examples/mechanisms/crank.toml", "it is a problem, which is named by -p @FILE"},
      {"analyze 'hht(alpha=1)'", "alpha"},
      {"analyze erk4 --damping -1", "--damping: -1 is not allowed: 0 or more"},
      {"reference show pendulum --at -1", "0 or more"},
      {"reference audit pendulum missing.csv", "missing.csv: cannot be read"},
      {"export", "STORE is required"},
      {"reproduce nobody2024", "unknown paper 'nobody2024'"},
  };
  for (const auto& [arguments, message] : mistakes) EXPECT_THAT(plumb(arguments), Refuses(2, message)) << arguments;
  write("comma.toml", "schema = 1\nname = \"a\"\nt_end = 0,52\n");
  EXPECT_THAT(plumb("show problem '@" + in("comma.toml") + "'"),
              Refuses(2, "comma.toml:3:10: decimal commas are not allowed: write a decimal point"));
  EXPECT_THAT(plumb("run '" + in("broken.toml") + "'"), Refuses(2, "broken.toml:3:11:"));
  EXPECT_THAT(plumb("run '" + in("key.toml") + "'"), Refuses(2, "did you mean 'problem'?"));
}

// Fails if a message prints control characters of the input without escaping them, has several lines, or is as long as
// the input.
TEST_F(Cli, MessagesAreOneShortLineWithoutEscapes) {
  for (const std::string arguments :
       {"show problem $'\\e[31mred\\n'", "run -p $'pendulum(length=\\e[31m)' -m erk4 -s 1e-2",
        "run -p pendulum -m $'@\\e[31m.toml' -s 1e-2", "run $'\\e[31m.toml'", "list $'--\\e[31m\\n'",
        "$'\\xff\\e[31m'"}) {
    const auto ended = plumb(arguments);
    EXPECT_THAT(ended, Refuses(2, "")) << arguments;
    EXPECT_THAT(ended.err, testing::HasSubstr("\\x1b[31m")) << arguments;
    EXPECT_THAT(ended.err, testing::Not(testing::HasSubstr("\033"))) << arguments;
  }
  for (const std::string arguments :
       {"show problem X", "run -p X -m erk4 -s 1e-2", "run -p 'pendulum(length=X)' -m erk4 -s 1e-2",
        "run -p pendulum -m erk4 -s X", "show method '@X'", "run --X", "X"}) {
    auto command = arguments;
    command.replace(command.find('X'), 1, std::string(100'000, 'x'));
    const auto ended = plumb(command);
    EXPECT_THAT(ended, Refuses(2, "")) << arguments;
    EXPECT_LT(ended.err.size(), 2100u) << arguments;
  }
}

// Fails if the program waits for input from a pipe, or reads an endless device.
TEST_F(Cli, ReadsRegularFilesOnly) {
  const auto pipe = in("pipe");
  ASSERT_EQ(shell("mkfifo '" + pipe + "'").code, 0);
  const std::pair<std::string, const char*> others[] = {
      {pipe, "it is a pipe"}, {"/dev/zero", "it is a device"}, {"/", "it is a directory"}};
  for (const auto& [path, what] : others) {
    const auto message = path + ": cannot be read: " + what;
    EXPECT_THAT(plumb("run '" + path + "'"), Refuses(2, message));
    EXPECT_THAT(plumb("show method '@" + path + "'"), Refuses(2, message));
    EXPECT_THAT(plumb("reference audit '" + path + "'"), Refuses(2, message));
  }
}

TEST_F(Cli, AnswersBrokenFilesWithOneLineAndCode3) {
  write("corrupt.db", std::string(5000, 'x'));
  EXPECT_THAT(plumb(any_run + "--store '" + in("corrupt.db") + "'"), Refuses(3, "corrupt.db"));
  EXPECT_THAT(plumb(any_run + "--store /nowhere/a.db"), Refuses(3, "/nowhere/a.db"));
  EXPECT_THAT(plumb("export '" + in("none.db") + "'"), Refuses(3, "there is no such store"));
  EXPECT_THAT(plumb(any_run + "--trajectory /nowhere/a.h5"), Refuses(3, "/nowhere/a.h5: cannot be written"));
  EXPECT_THAT(shell("plumb list methods >/dev/full"), Refuses(3, "could not be written"));
}

}  // namespace
}  // namespace plumb
