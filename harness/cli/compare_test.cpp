// Tests run plumb compare like a user.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST_F(Cli, ComparesAMethodOfAFileWithTheCatalogue) {
  const auto text = "compare @examples/methods/park.toml --quick --on 'pendulum(length=2)' --store " + in("runs.db");
  const auto page = plumb(text);
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(page.out, AllOf(HasSubstr("@park.toml"), HasSubstr("conditionally-expli"),
                              testing::ContainsRegex("of all[ \n]+[6-9][0-9][ \n]+methods"),
                              testing::ContainsRegex("Gould &[ \n]+Scott[ \n]+2016")));
  const auto runs = stored(in("runs.db"));
  const auto csv = plumb(text + " --format csv");
  EXPECT_THAT(csv.out, testing::StartsWith("arena,method,role,family,step,rtol,status,error"));
  EXPECT_EQ(stored(in("runs.db")), runs) << "the second call has run something";
}

TEST_F(Cli, ComparesOnAMechanismOfAFile) {
  const auto page = plumb("compare bdf2 --quick -p @examples/mechanisms/crank.toml");
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(page.out, AllOf(HasSubstr("@crank.toml index1"), HasSubstr("@crank.toml index3")));
}

// Fails if LaTeX cannot compile the page. Skipped if LaTeX is not installed.
TEST_F(Cli, ComparesInLatexThatCompiles) {
  if (shell("command -v pdflatex").code != 0) GTEST_SKIP() << "no pdflatex";
  if (shell("kpsewhich pgfplots.sty siunitx.sty booktabs.sty").code != 0) GTEST_SKIP() << "no PGFPlots or siunitx";
  const auto page = plumb("compare @examples/methods/trbdf2.toml --quick --on oscillator --format latex");
  ASSERT_EQ(page.code, 0) << page.err;
  write("page.tex",
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs,siunitx,pgfplots}"
        "\\pgfplotsset{compat=1.16}\\begin{document}\n" +
            page.out + "\\end{document}\n");
  const auto compiled =
      shell("cd '" + folder.string() + "' && pdflatex -interaction=nonstopmode -halt-on-error page.tex");
  EXPECT_EQ(compiled.code, 0) << compiled.out;
}

TEST_F(Cli, DrawsAComparison) {
  if (shell("/usr/bin/python3 -c 'import matplotlib'").code != 0) GTEST_SKIP() << "no python3-matplotlib";
  const auto page = plumb("compare erk4 --beside dop853 --quick --on oscillator --plot '" + in("pictures") + "'");
  ASSERT_EQ(page.code, 0) << page.err;
  for (const char* file : {"work-precision", "orders", "profiles", "distributions"})
    for (const char* kind : {".svg", ".pdf"})
      EXPECT_GT(contents(in(("pictures/" + std::string(file) + kind).c_str())).size(), 5000U) << file << kind;
}

// Labels of curves with neighbouring ends must be moved apart, and must stay next to the panel.
TEST_F(Cli, LabelsOfAComparisonDoNotOverlap) {
  if (shell("/usr/bin/python3 -c 'import matplotlib'").code != 0) GTEST_SKIP() << "no python3-matplotlib";
  write("labels.py", R"(
import sys
sys.path.insert(0, "scripts")
from drawing import comparison
from matplotlib.text import Text
axes = comparison.plt.figure(figsize=(4, 3)).add_subplot()
axes.set(xscale="log", yscale="log", xlim=(1, 1e3), ylim=(1e-12, 1))
comparison.label_ends(axes, [(name, (500, 2e-12)) for name in "abcdefghi"] + [("top", (2, 0.9))])
axes.figure.canvas.draw()
boxes = [Text.get_window_extent(text) for text in axes.texts]  # without their lines
inside = axes.get_window_extent()
print(any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i]),
      any(box.overlaps(inside) for box in boxes), len(boxes))
)");
  const auto drawn = shell("/usr/bin/python3 -B '" + in("labels.py") + "'");
  EXPECT_EQ(drawn.out, "False False 10\n") << drawn.err;
}

TEST_F(Cli, RefusesWhatCannotBeCompared) {
  EXPECT_THAT(plumb("compare nosuch"), Refuses(2, "nosuch"));
  EXPECT_THAT(plumb("compare erk4 --on nosuch"), Refuses(2, "nosuch"));
  EXPECT_THAT(plumb("compare erk4 --total-timeout 0"), Refuses(2, "greater than 0 s"));
  EXPECT_THAT(plumb("compare erk4 --format pdf"), Refuses(2, "unknown format"));
  EXPECT_THAT(plumb("compare erk4 --plot picture.svg"), Refuses(2, "the name of a folder"));
}

TEST_F(Cli, SaysThatNothingWasMeasured) {
  const auto page = plumb("compare stormer-verlet --quick --on 'oscillator(damping=1)'");
  EXPECT_EQ(page.code, 4) << page.err;
  EXPECT_THAT(page.out, HasSubstr("unsupported"));
}

TEST_F(Cli, KeepsWhatHasRunWhenAComparisonIsInterrupted) {
  const auto store = in("runs.db");
  const auto ended =
      signalled({"compare", "erk4", "--on", "pleiades", "--store", store}, SIGINT, [&] { return stored(store) > 5; });
  EXPECT_EQ(ended.code, 130);
  EXPECT_GT(stored(store), 5U);
  EXPECT_THAT(contents(in("err")), HasSubstr("is in the store"));
}

}  // namespace
}  // namespace plumb
