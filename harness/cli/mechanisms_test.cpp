// Tests of mechanism files on the command line, where the name of a problem is expected.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

const std::string crank_file = "@examples/mechanisms/crank.toml";

TEST_F(Cli, RunsAndShowsAMechanismOfAFile) {
  const auto run = plumb("run -p '" + crank_file + "(speed=2)' -f index3 -m bdf2 -s 1e-2 --t-end 0.1 --json");
  EXPECT_EQ(run.code, 0) << run.err;
  const auto json = Json::parse(run.out);
  EXPECT_THAT(json.dump(), HasSubstr("speed=2"));
  const auto show = plumb("show problem " + crank_file);
  EXPECT_EQ(show.code, 0) << show.err;
  EXPECT_THAT(show.out, HasSubstr("angular velocity of the crank"));
  EXPECT_THAT(show.out, HasSubstr("index3"));
}

// The reaction of the pin along its axis is 0. Fails if its rounding error is used as the scale of a relative error,
// which would then be about 1e50.
TEST_F(Cli, MeasuresNothingRelativeToRounding) {
  write("driven.toml", R"(schema = 1
name = "driven"
t_end = 1
start = "correct"
[[body]]
name = "arm"
mass = 2
inertia = [0.3, 0.5, 0.6]
position = [1, 0.2, 0]
[[joint]]
name = "pin"
kind = "revolute"
bodies = ["ground", "arm"]
point = [0, 0, 0]
axis = [0, 1, 0]
reference = [1, 0, 0]
[[driver]]
name = "motor"
joint = "pin"
coordinate = "rotation"
polynomial = [0, 2, 0.25]
sines = [{ amplitude = 0.5, rate = 3, phase = 0 }]
[[output]]
name = "along"
kind = "force"
joint = "pin"
component = "z"
[[output]]
name = "across"
kind = "force"
joint = "pin"
component = "x"
)");
  const auto run = plumb("run -p '@" + in("driven.toml") + "' -f index3 -m bdf2 -s 1e-2 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const auto metrics = Json::parse(run.out)["metrics"];
  EXPECT_TRUE(metrics["rms.along"].is_number());
  EXPECT_TRUE(metrics["re.along"].is_null()) << metrics["re.along"];
  EXPECT_LT(metrics["re.across"].get<double>(), 1e-3);
}

// A torque drives this wheel from 0.25 s to 0.75 s, and the wheel rotates by more than half a turn.
const std::string wheel = R"(schema = 1
name = "wheel"
t_end = 1
gravity = [0, 0, 0]
[[body]]
name = "wheel"
mass = 1
inertia = [0.1, 0.1, 0.2]
position = [0, 0, 0]
angular_velocity = [0, 0, 6]
[[joint]]
name = "pin"
kind = "revolute"
bodies = ["ground", "wheel"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[force]]
name = "motor"
kind = "torque"
body = "wheel"
vector = [0, 0, 0.4]
from = 0.25
pieces = [{ until = 0.5, ramp = [0, 1] }, { until = 0.75, polynomial = [1] }, { until = 1.5, polynomial = [0] }]
[[output]]
name = "angle"
kind = "coordinate"
joint = "pin"
coordinate = "rotation"
[[output]]
name = "turn"
kind = "angle"
body = "wheel"
sequence = "zyx"
component = "first"
)";

TEST_F(Cli, TellsWhereAMotionIsNotSmooth) {
  write("wheel.toml", wheel);
  const auto shown = plumb("show problem '@" + in("wheel.toml") + "'");
  EXPECT_THAT(shown.out, HasSubstr("derivative 4 may jump at 0.25 s"));
  EXPECT_THAT(shown.out, HasSubstr("accelerations jump at 0.75 s"));
  EXPECT_EQ(Json::parse(plumb("show problem '@" + in("wheel.toml") + "' --json").out)["breakpoints"].size(), 4u);
  const auto order = plumb("order -p '@" + in("wheel.toml") + "' -f ode -m erk4 --steps 1e-1,5e-2,2.5e-2,1.25e-2");
  EXPECT_THAT(order.err, HasSubstr("erk4: discontinuities of the motion limit the order"));
  EXPECT_THAT(order.err, HasSubstr("0.25 s (order 3), 0.75 s (order 1)"));
  const auto met = plumb("order -p '@" + in("wheel.toml") + "' -f ode -m erk4 --steps 5e-2,2.5e-2,1.25e-2,6.25e-3");
  EXPECT_THAT(met.err, HasSubstr("(see --breaks restarted): 0.75 s (order 1)"));
  const auto anew = plumb("order -p '@" + in("wheel.toml") +
                          "' -f ode -m erk4 --breaks restarted --steps 5e-2,2.5e-2,1.25e-2,6.25e-3");
  EXPECT_THAT(anew.err, testing::Not(HasSubstr("discontinuities")));
}

// q'' = 2 f from 6 rad/s: a ramp of half a cosine up to 2 rad/s², then 2 rad/s² for 0.25 s, then 0. The final rate
// is 6 + 0.25 + 0.5 rad/s.
TEST_F(Cli, ReferencesGoOnWhereAForceJumps) {
  write("wheel.toml", wheel);
  const auto at_end = plumb("reference show '@" + in("wheel.toml") + "' --at 1 --json");
  ASSERT_EQ(at_end.code, 0) << at_end.err;
  const auto rate = Json::parse(at_end.out)["values"]["v6"];
  EXPECT_EQ(rate["value"], "6.75");
  EXPECT_GE(rate["digits"].get<int>(), 30);
}

TEST_F(Cli, AnglesAreAsFarApartAsTheShorterWayRound) {
  write("wheel.toml", wheel);
  const auto run = plumb("run -p '@" + in("wheel.toml") + "' -f index3 -m bdf2 -s 1e-2 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const auto metrics = Json::parse(run.out)["metrics"];
  for (const char* name : {"rms.angle", "rms.turn", "end.angle"}) {
    EXPECT_GT(metrics[name].get<double>(), 1e-6) << name;
    EXPECT_LT(metrics[name].get<double>(), 1e-2) << name;
  }
}

TEST_F(Cli, TakesMechanismsOfFilesInStudies) {
  write("study.toml", "schema = 1\n[[cells]]\nproblem = \"" + crank_file +
                          "(speed=2,3)\"\nformulation = [\"index1\", \"index3\"]\nmethod = \"bdf2\"\nstep = \"1e-2\"\n"
                          "t_end = \"0.1\"\n");
  const auto run = plumb("run '" + in("study.toml") + "' --json");
  EXPECT_EQ(run.code, 0) << run.err;
}

TEST_F(Cli, AnswersMistakesInMechanismsWithOneLineAndCode2) {
  const std::string body = "schema = 1\nname = \"x\"\nt_end = 1\n[[body]]\nname = \"rod\"\n";
  write("mass.toml", body + "mass = -1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n");
  write("key.toml", body + "mas = 1\n");
  for (const auto& [file, message] :
       {std::pair("mass.toml", "body 'rod': the mass is -1 kg"), std::pair("key.toml", "did you mean 'mass'?")}) {
    const auto ended = plumb("run -p '@" + in(file) + "' -m bdf2 -s 1e-2");
    EXPECT_EQ(ended.code, 2) << file;
    EXPECT_THAT(ended.err, HasSubstr(message));
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }
}

// Returns a mechanism file: two rods hang from the ground and carry a third rod. The rates are the initial angular
// velocities of the two rods; with "0" all are in equilibrium.
std::string hanging_rods(const std::string& left_rate, const std::string& right_rate) {
  const auto body = [](const std::string& name, const std::string& shape, const std::string& rest) {
    return "[[body]]\nname = \"" + name + "\"\nmass = 1\nshape = { kind = \"bar\", " + shape + ", width = 0.05 }\n" +
           rest;
  };
  const auto hinge = [](const std::string& name, const std::string& bodies, const std::string& point) {
    return "[[joint]]\nname = \"" + name + "\"\nkind = \"revolute\"\nbodies = [" + bodies + "]\npoint = " + point +
           "\naxis = [0, 0, 1]\n";
  };
  const auto spin = [](const std::string& rate) {
    return "velocity = [\"" + rate + "/2\", 0, 0]\nangular_velocity = [0, 0, " + rate + "]\n";
  };
  return "schema = 1\nname = \"rods\"\nt_end = 0.5\ngravity = [0, -9.81, 0]\nredundant = \"remove\"\nstart = "
         "\"correct\"\n" +
         body("left", "axis = \"y\", length = 1", "position = [0, -0.5, 0]\n" + spin(left_rate)) +
         body("coupler", "axis = \"x\", length = 2", "position = [1, -1, 0]\nvelocity = [" + left_rate + ", 0, 0]\n") +
         body("right", "axis = \"y\", length = 1", "position = [2, -0.5, 0]\n" + spin(right_rate)) +
         hinge("a", "\"ground\", \"left\"", "[0, 0, 0]") + hinge("b", "\"left\", \"coupler\"", "[0, -1, 0]") +
         hinge("c", "\"coupler\", \"right\"", "[2, -1, 0]") + hinge("d", "\"right\", \"ground\"", "[2, 0, 0]");
}

// A closed loop in equilibrium must have a certified reference, also for numbers that are 0.
TEST_F(Cli, CertifiesALoopAtRest) {
  write("rest.toml", hanging_rods("0", "0"));
  const auto run = plumb("run -p '@" + in("rest.toml") + "' -f ode -m erk4 -s 1e-2 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const auto metrics = Json::parse(run.out).at("metrics");
  EXPECT_LT(metrics.at("end.v").get<double>(), 1e-13);
  EXPECT_TRUE(metrics.at("re.q").is_null()) << "nothing moves: there is no size to be relative to";
  const auto shown = plumb("reference show '@" + in("rest.toml") + "' --at 0.5 --json");
  ASSERT_EQ(shown.code, 0) << shown.err;
  for (const auto& [name, value] : Json::parse(shown.out).at("values").items())
    EXPECT_GE(value.at("digits").get<int>(), 20) << name;
}

// A closed loop must have a certified reference although its accelerations are small compared with gravity.
TEST_F(Cli, CertifiesALoopThatHardlySwings) {
  write("slow.toml", hanging_rods("0.001", "0.001"));
  const auto shown = plumb("reference show '@" + in("slow.toml") + "' --at 0.3 --json");
  ASSERT_EQ(shown.code, 0) << shown.err;
  for (const auto& [name, value] : Json::parse(shown.out).at("values").items())
    EXPECT_GE(value.at("digits").get<int>(), 20) << name;
}

// A note must list the parts of a robot file that Plumb ignores. All mistakes in a file must be reported, one line
// each.
TEST_F(Cli, TellsWhatItLeavesOutOfARobot) {
  const std::string robot =
      "<robot name=\"r\"><link name=\"base\"/>\n<link name=\"arm\"><inertial><origin xyz=\"1 0 0\"/><mass value=\"1\"/>"
      "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>\n"
      "<joint name=\"elbow\" type=\"revolute\"><parent link=\"base\"/><child link=\"arm\"/><axis xyz=\"0 1 0\"/>"
      "<dynamics friction=\"0.5\" brake=\"1\"/><limit lower=\"-1\" upper=\"1\"/></joint><transmission/></robot>";
  write("r.urdf", robot);
  const auto name = "'@" + in("r.urdf") + "'";
  const auto run = plumb("run -p " + name + " -m erk4 -s 1e-2 --t-end 0.1");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(
      run.err,
      HasSubstr("r.urdf: friction of 1 joints (friction_speed=0.1 [rad/s, m/s] includes it as smooth friction), "
                "limit (affecting the motion); transmission (without effect on the motion); "
                "unknown: brake of <dynamics>\n"));
  const auto rubs = plumb("run -p '@" + in("r.urdf") + "(friction_speed=0.5)' -m erk4 -s 1e-2 --t-end 0.1");
  EXPECT_EQ(rubs.code, 0) << rubs.err;
  EXPECT_THAT(rubs.err, testing::Not(HasSubstr("friction of")));
  auto wrong = robot;
  wrong.replace(wrong.find("1 0 0"), 5, "1 0");
  wrong.replace(wrong.find("0 1 0"), 5, "0 0 0");
  write("wrong.urdf", wrong);
  const auto refused = plumb("show problem '@" + in("wrong.urdf") + "'");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("wrong.urdf:2: link 'arm': <inertial>: <origin>: xyz=\"1 0\""));
  EXPECT_THAT(refused.err, HasSubstr("\n" + in("wrong.urdf") + ":3: joint 'elbow': <axis>: the axis has no direction"));
}

// Every output of results must state the correction of the initial values.
TEST_F(Cli, TellsWhatTheCorrectionOfAStartMoved) {
  write("rods.toml", hanging_rods("1", "0.8"));
  const auto problem = "'@" + in("rods.toml") + "'";
  const auto run = plumb("run -p " + problem + " -f index3 -m rattle -s 1e-2 --trajectory '" + in("m.h5") + "'");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("start = \"correct\" changed velocity of '"));
  EXPECT_THAT(run.err, HasSubstr("angular velocity of 'right' by "));
  EXPECT_THAT(run.err, HasSubstr("(from 0.8 to 0."));
  EXPECT_THAT(plumb("show problem " + problem).out, HasSubstr("angular velocity of 'right' by "));
  EXPECT_THAT(contents(in("m.h5")), HasSubstr("corrected_start"));
  write("rest.toml", hanging_rods("1", "1"));
  EXPECT_THAT(plumb("run -p '@" + in("rest.toml") + "' -f index3 -m rattle -s 1e-2").err,
              testing::Not(HasSubstr("moved")));
  write("far.toml", hanging_rods("10", "0.1"));
  EXPECT_THAT(plumb("run -p '@" + in("far.toml") + "' -f index3 -m rattle -s 1e-2"),
              Refuses(2, "body 'right': inconsistent initial values: its"));
}

}  // namespace
}  // namespace plumb
