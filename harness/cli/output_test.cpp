// Tests of the output and the verdicts of several verbs.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(Cli, HelpsOnEveryVerb) {
  EXPECT_EQ(plumb("").code, 2);
  for (const char* verb :
       {"", "list", "list methods", "show", "show method", "run", "order", "time", "spread", "analyze", "reference",
        "reference show", "reference build", "reference audit", "reproduce", "compare", "diff", "export", "doctor"}) {
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
    EXPECT_TRUE(object["environment"].contains("date") && object["environment"].contains("load"));
  }
  EXPECT_EQ(count, 4);
}

TEST_F(Cli, PrintsJsonForEveryVerb) {
  for (const char* arguments :
       {"list problems", "list methods", "list formulations", "list papers", "show problem oscillator",
        "show method degree5", "show method erk4 --coefficients", "show paper fernandez2024",
        "order -p pendulum -m erk4 --steps 5e-3,2.5e-3,1.25e-3,6.25e-4", "analyze erk4 --omega-dt 0.1",
        "reference show pendulum --at 1", "reference show pendulum --at 1,2",
        "spread -p pendulum -m erk4 -s 1e-2 --t-end 1 --starts 2"}) {
    const auto ended = plumb(std::string(arguments) + " --json");
    EXPECT_EQ(ended.code, 0) << arguments << ended.err;
    EXPECT_TRUE(Json::accept(ended.out)) << arguments;
  }
}

TEST_F(Cli, SaysWhyARunHasNoErrors) {
  const std::string run = "run -p 'spinning-top(spin=0)' -m erk4 -s 1e-3 --t-end 0.1";
  const auto ended = plumb(run);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("ode erk4 h=1e-3: no errors: the axis of this top passes the vertical"));
  EXPECT_THAT(ended.out, Not(HasSubstr("end.q")));
  EXPECT_THAT(Json::parse(plumb(run + " --json").out)["note"].get<std::string>(), HasSubstr("passes the vertical"));
}

TEST_F(Cli, SaysWhyACellFailed) {
  const auto ended = plumb("run -p pendulum -f index3 -m erk4 -s 1e-2");
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.out, HasSubstr("erk4 supports only: ode index1"));
  EXPECT_EQ(plumb("run -p pendulum -m erk4,stormer-verlet -f ode,index3 -s 1e-2").code, 0);
}

TEST_F(Cli, RefusesPredictedTangentsWithoutMomenta) {
  const std::string options = " -m lms2 -s 1e-3 --t-end 1e-3 --reference none -f ";
  const auto refused = plumb("run -p 'buckling(tangent=predicted)'" + options + "index1,index3,ggl,baumgarte");
  EXPECT_EQ(refused.code, 4);
  EXPECT_THAT(refused.out, HasSubstr("unsupported: tangent=predicted is fit for: momenta-index1 momenta-index2 "
                                     "momenta-index3; choose one of these formulations, or tangent=exact"));
  EXPECT_THAT(refused.out, Not(HasSubstr("ns/step")));
  EXPECT_EQ(plumb("run -p 'buckling(tangent=predicted)'" + options + "momenta-index2,momenta-index3").code, 0);
  EXPECT_EQ(plumb("run -p 'buckling(tangent=cheap)'" + options + "index3").code, 0);
}

TEST_F(Cli, HasNoPriceOfStepsThatFailed) {
  const std::string run = "run -p squeezer -f index3 -m ";
  EXPECT_THAT(plumb(run + "bathe -s 1e-3").out, HasSubstr("ns/step"));
  EXPECT_THAT(plumb(run + "gauss -s 2e-3").out,
              AllOf(HasSubstr("newton-diverged: in step "), Not(HasSubstr("ns/step"))));
}

TEST_F(Cli, JudgesOrders) {
  const auto passes = plumb("order -p pendulum -m erk4 --steps 5e-3,2.5e-3,1.25e-3,6.25e-4");
  EXPECT_EQ(passes.code, 0);
  EXPECT_THAT(passes.out, AllOf(HasSubstr("q      order 3.9"), HasSubstr("expected 4: pass")));
  EXPECT_EQ(plumb("order -p pendulum -m erk4 --steps 1e-2,5e-3").code, 4);
}

// Fails if plumb order cannot judge a set of a study file, or if one failed study among others does not change the exit
// code.
TEST_F(Cli, JudgesTheOrdersOfASet) {
  write("sets.toml",
        "schema = 1\n[sets.s]\nproblem = \"pendulum\"\nformulation = \"ode\"\nt_end = 1\n"
        "h = \"2e-2,1e-2,5e-3,2.5e-3\"\nstep = \"{h}\"\nmethod = \"kutta3,erk4\"\nsamples = 10\n"
        "[[cells]]\nset = \"s\"\n[[cells]]\nset = \"s\"\nmethod = \"erk4\"\nstep = \"0.1,0.05\"\nt_end = 2\n");
  const auto file = "order '" + in("sets.toml") + "'";
  const auto passes = plumb(file + " --set s");
  EXPECT_EQ(passes.code, 0) << passes.err;
  EXPECT_THAT(passes.out,
              AllOf(HasSubstr("method  order.q  order.v  verdict"), HasSubstr("kutta3"), HasSubstr("erk4")));
  EXPECT_EQ(std::count(passes.out.begin(), passes.out.end(), '\n'), 4) << passes.out;  // caption, header, two lines
  const auto all = plumb(file);
  EXPECT_EQ(all.code, 4);
  EXPECT_THAT(all.out, AllOf(HasSubstr("no-window"), HasSubstr("pendulum ode erk4: q, v: ")));
  const auto json = Json::parse(plumb(file + " --set s --json").out);
  ASSERT_EQ(json.size(), 4U);
  EXPECT_EQ(json[2]["method"], "erk4");
  EXPECT_EQ(json[2]["t_end"], "1");
  const auto alone = Json::parse(plumb("order -p pendulum -m erk4 --t-end 1 --steps 2e-2,1e-2,5e-3,2.5e-3 --json").out);
  EXPECT_EQ(json[2]["points"], alone[0]["points"]);
  const auto csv = plumb(file + " --set s --format csv").out;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
  EXPECT_THAT(csv, AllOf(HasSubstr("problem,formulation,method,t_end"), HasSubstr("class,order,order_low")));
}

TEST_F(Cli, SaysWhichSetsHaveNoOrders) {
  write("a.toml", "schema = 1\n[sets.s]\nproblem = \"pendulum\"\nformulation = \"ode\"\nstep = 1\nmethod = \"*\"\n");
  const auto file = "order '" + in("a.toml") + "'";
  EXPECT_THAT(plumb(file + " --set s"), Refuses(2, "a.toml:6:10: order: dopri5-adaptive chooses its own steps"));
  EXPECT_THAT(plumb(file + " --set t"), Refuses(2, "unknown set 't'"));
  EXPECT_THAT(plumb(file), Refuses(2, "no [[cells]]"));
  EXPECT_THAT(plumb(file + " -m erk4"), Refuses(2, "not both"));
  EXPECT_THAT(plumb(file + " --set s --log-ratio"), Refuses(2, "--log-ratio"));
  EXPECT_THAT(plumb("order --set s -p pendulum -m erk4 -s 1"), Refuses(2, "--set needs an experiment file"));
}

TEST_F(Cli, AuditsPublishedValues) {
  const auto shown = Json::parse(plumb("reference show pendulum --at 2 --json").out);
  const auto value = shown["values"]["q1"]["value"].get<std::string>();
  write("good.csv", "name,value,t\nq1," + value.substr(0, 12) + ",2\n");
  write("bad.csv", "# a comment\nq1,-3.0,2\n");
  EXPECT_EQ(plumb("reference audit pendulum '" + in("bad.csv") + "'").code, 1);
  const auto bad = plumb("reference audit pendulum '" + in("bad.csv") + "'");
  EXPECT_THAT(bad.out, AllOf(HasSubstr("differs"), HasSubstr("0 of 1 published values hold")));
  write("name.csv", "q7,1,2\n");
  EXPECT_THAT(plumb("reference audit pendulum '" + in("name.csv") + "'"),
              Refuses(2, "name.csv:1: unknown quantity 'q7'"));
}

TEST_F(Cli, WritesTrajectories) {
  EXPECT_EQ(plumb("run -p pendulum -m erk4 -s 1e-2 --samples 0 --trajectory '" + in("one.h5") + "'").code, 0);
  EXPECT_EQ(contents(in("one.h5")).substr(1, 3), "HDF");
  EXPECT_EQ(plumb("run -p pendulum -m erk4,cd -s 1e-2 --trajectory '" + in("many") + "'").code, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(in("many")), fs::directory_iterator()), 2);
}

TEST_F(Cli, ExportsWhatIsStored) {
  ASSERT_EQ(plumb("run -p pendulum -m erk4,cd -s 1e-2 --store '" + in("a.db") + "'").code, 0);
  const auto csv = plumb("export '" + in("a.db") + "'");
  EXPECT_EQ(csv.code, 0);
  EXPECT_THAT(csv.out, AllOf(HasSubstr("id,problem,formulation,method,step"), HasSubstr("energy.max")));
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 3);
  const auto lines = plumb("export '" + in("a.db") + "' --json");
  EXPECT_EQ(std::count(lines.out.begin(), lines.out.end(), '\n'), 2);
}

TEST_F(Cli, SaysThatAPaperHasFiguresOnly) {
  const auto ended = plumb("reproduce squeezer");
  EXPECT_EQ(ended.code, 4);
  EXPECT_EQ(ended.out, "");
  EXPECT_THAT(ended.err, HasSubstr("squeezer has figures only: name one"));
  EXPECT_EQ(plumb("reproduce squeezer --json").out, "[]\n");
}

TEST_F(Cli, RunsTheExamplesOfTheTour) {
  const auto study = plumb("run examples/study.toml --store '" + in("runs.db") + "'");
  EXPECT_EQ(study.code, 0) << study.err;
  EXPECT_THAT(study.out, AllOf(HasSubstr("rattle"), HasSubstr("solver=klu")));
  const auto audit = plumb("reference audit examples/published.csv");
  EXPECT_EQ(audit.code, 0) << audit.out << audit.err;
}

TEST_F(Cli, ExportsHonestUnits) {
  const auto units = [&](const std::string& cells, const std::string& metric) -> std::string {
    const auto store = in("units.db");
    std::filesystem::remove(store);
    EXPECT_EQ(plumb("run " + cells + " -s 1e-2 --t-end 0.1 --store '" + store + "'").code, 0);
    std::istringstream rows(plumb("export '" + store + "' --format units").out);
    for (std::string line; std::getline(rows, line);)
      if (line.starts_with(metric + ",")) return line.substr(metric.size() + 1, line.find('\r') - metric.size() - 1);
    return "no column";
  };
  const std::string top = "-p spinning-top -f rotation-index3 -m rattle";
  EXPECT_EQ(units(top, "end.q"), "m and rad");
  EXPECT_EQ(units(top, "end.v"), "m/s and rad/s");
  EXPECT_EQ(units(top, "rms.a.rotation"), "rad/s^2");
  EXPECT_EQ(units(top, "end.q.translation"), "m");
  EXPECT_EQ(units(top, "re.q.translation"), "-");
  EXPECT_EQ(units(top, "invariant.momentum_phi"), "N m s");
  EXPECT_EQ(units(top, "end.lambda"), "SI");
  EXPECT_EQ(units("-p pendulum -f ode,index3 -m generalized-alpha", "rms.q"), "SI") << "rad, and m and rad";
  EXPECT_EQ(units("-p pendulum -f ode -m erk4", "end.q"), "rad");
  EXPECT_EQ(units("-p pleiades -f ode -m erk4", "energy.max"), "-");
}

}  // namespace
}  // namespace plumb
