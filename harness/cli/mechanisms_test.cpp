// Mechanisms of files on the command line, wherever a problem is named.

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

// The bearing bears nothing across the plane in which the crank turns. Fails when what rounding leaves there is a size,
// of which errors seem to be 1e15 times and more.
TEST_F(Cli, MeasuresNothingRelativeToRounding) {
  std::ifstream example("examples/mechanisms/crank.toml");
  std::string text{std::istreambuf_iterator<char>(example), {}};
  for (const std::string component : {"x", "y", "z"})
    text += "\n[[output]]\nname = \"bearing_" + component + "\"\nkind = \"force\"\njoint = \"bearing\"\n" +
            "component = \"" + component + "\"\n";
  write("crank.toml", text);
  const auto run = plumb("run -p '@" + in("crank.toml") + "' -f index3 -m bdf2 -s 1e-2 --t-end 0.1 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const auto metrics = Json::parse(run.out)["metrics"];
  int without_size = 0;
  for (const char* name : {"re.bearing_x", "re.bearing_y", "re.bearing_z"}) {
    ASSERT_TRUE(metrics.contains(name));
    if (metrics[name].is_null())
      ++without_size;
    else
      EXPECT_LT(metrics[name].get<double>(), 1) << name;
  }
  EXPECT_EQ(without_size, 1) << metrics.dump(1);
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
  write("mass.toml", body + "mass = 0\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n");
  write("key.toml", body + "mas = 1\n");
  for (const auto& [file, message] :
       {std::pair("mass.toml", "body 'rod': the mass is 0 kg"), std::pair("key.toml", "did you mean 'mass'?")}) {
    const auto ended = plumb("run -p '@" + in(file) + "' -m bdf2 -s 1e-2");
    EXPECT_EQ(ended.code, 2) << file;
    EXPECT_THAT(ended.err, HasSubstr(message));
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }
}

}  // namespace
}  // namespace plumb
