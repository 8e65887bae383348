// Tests of the figures of a paper of the user that has only figure files.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

class Figures : public Cli {
 protected:
  Figures() {
    fs::create_directories(folder / "results" / "papers");
    fs::create_directory_symlink(fs::absolute("examples/paper"), folder / "results" / "papers" / "example");
    data = shell("cd '" + folder.string() + "' && plumb reproduce example/figure-1 --out data");
  }
  Ended data;
};

// Fails if the data files of a figure have no description of the figure or no units.
TEST_F(Figures, AreWrittenWithUnitsAndDescription) {
  ASSERT_EQ(data.code, 0) << data.err;
  EXPECT_THAT(data.err, testing::HasSubstr("scripts/figures.py --data data"));
  EXPECT_THAT(contents(in("data/example/figure-1.csv")),
              testing::StartsWith("t,Kutta x,Kutta energy,classical x,classical energy,exact x,exact energy\r\n0,"));
  EXPECT_THAT(contents(in("data/example/figure-1.units.csv")),
              testing::HasSubstr("\r\nKutta x,m\r\nKutta energy,J\r\n"));
  const auto description = Json::parse(contents(in("data/example/figure-1.json")));
  EXPECT_EQ(description["kind"], "trajectory");
  EXPECT_EQ(description["columns"][2]["curve"], "Kutta");
  EXPECT_EQ(description["columns"][2]["quantity"], "energy");
  EXPECT_EQ(description["columns"][6]["certified"], true);
  const auto again = shell("cd '" + folder.string() + "' && plumb reproduce example/figure-1 --out data");
  EXPECT_EQ(again.code, 0) << again.err;
}

// Fails if Python prints a traceback, instead of a message, because matplotlib or numpy is missing.
TEST_F(Figures, NameThePackageThatIsMissing) {
  for (const std::string name : {"matplotlib", "numpy"}) {
    fs::create_directory(in(("no-" + name).c_str()));
    write(("no-" + name + "/" + name + ".py").c_str(),
          "raise ModuleNotFoundError(\"No module named '" + name + "'\", name=\"" + name + "\")\n");
    const auto drawn = shell("PYTHONPATH='" + in(("no-" + name).c_str()) +
                             "' /usr/bin/python3 scripts/figures.py --data data --out figures");
    EXPECT_EQ(drawn.code, 2);
    EXPECT_THAT(drawn.err, testing::AllOf(testing::HasSubstr("apt-get install python3-" + name),
                                          testing::Not(testing::HasSubstr("Traceback"))));
  }
}

// Fails if the figures of a paper without its own Python file are not drawn. Skipped if matplotlib is not installed.
TEST_F(Figures, AreDrawnWithoutAFileOfTheirOwn) {
  if (shell("/usr/bin/python3 -c 'import matplotlib'").code != 0) GTEST_SKIP() << "no python3-matplotlib";
  const auto script = fs::absolute("scripts/figures.py").string();
  const auto drawn =
      shell("cd '" + folder.string() + "' && /usr/bin/python3 -B '" + script + "' --data data --out drawn");
  ASSERT_EQ(drawn.code, 0) << drawn.err;
  for (const char* file : {"drawn/example/figure-1.svg", "drawn/example/figure-1.pdf", "drawn/example/figure-1.png"})
    EXPECT_GT(contents(in(file)).size(), 5000u) << file;
  write("example.py",
        "from drawing.style import plt\nFIGURES = {'figure-1': lambda data: plt.figure(figsize=(1, 1))}\n");
  const auto own =
      shell("cd '" + folder.string() + "' && /usr/bin/python3 -B '" + script + "' --data data --out own --layouts .");
  ASSERT_EQ(own.code, 0) << own.err;
  EXPECT_LT(contents(in("own/example/figure-1.svg")).size(), 5000u);
  const auto nothing = shell("/usr/bin/python3 -B '" + script + "' --data '" + folder.string() + "' --out none");
  EXPECT_EQ(nothing.code, 4);
}

// Fails if a work-precision figure is not drawn because a run failed, or because there are no multipliers.
TEST_F(Figures, OfWorkAndPrecisionHaveAPageForEveryClassThatThereIs) {
  if (shell("/usr/bin/python3 -c 'import matplotlib'").code != 0) GTEST_SKIP() << "no python3-matplotlib";
  const auto paper = folder / "results/papers/mine";
  fs::create_directories(paper / "figures");
  std::ofstream(paper / "paper.toml") << "schema = 1\ntitle = \"M\"\nauthors = \"A\"\nsource = \"B\"\n";
  for (const std::string formulation : {"ode", "index3"})
    std::ofstream(paper / "figures" / (formulation + ".toml"))
        << "schema = 1\ntitle = \"T\"\nkind = \"work-precision\"\ncurves = ["
        << "{name = \"BDF2\", method = \"bdf2\"}, {name = \"BDF3\", method = \"bdf3\", newton_max = 1}]\n"
        << "[common]\nproblem = \"pendulum\"\nformulation = \"" << formulation
        << "\"\nt_end = \"0.6\"\nstep = [\"0.05\", \"0.025\"]\n";
  const auto made = shell("cd '" + folder.string() + "' && plumb reproduce mine --out work");
  ASSERT_EQ(made.code, 0) << made.err;
  const auto script = fs::absolute("scripts/figures.py").string();
  const auto drawn =
      shell("cd '" + folder.string() + "' && /usr/bin/python3 -B '" + script + "' --data work --out pages");
  ASSERT_EQ(drawn.code, 0) << drawn.err;
  for (const char* file : {"ode", "ode-q", "ode-v", "index3", "index3-q", "index3-v", "index3-lambda"})
    EXPECT_GT(contents(in(("pages/mine/" + std::string(file) + ".svg").c_str())).size(), 5000U) << file;
  EXPECT_FALSE(fs::exists(folder / "pages/mine/ode-lambda.svg"));
}

}  // namespace
}  // namespace plumb
