// Tests of `plumb export`: tables, LaTeX that compiles, and trajectories for NumPy.

#include <cstring>

#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/store/sqlite.hpp"
#include "text/latex.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Export : public Cli {
 protected:
  Export() : store("'" + in("a.db") + "'") {
    EXPECT_EQ(
        plumb("run -p pendulum -f ode,index3 -m erk4,hht -s 1e-2,5e-3 --t-end 1 --samples 10 --store " + store).code,
        0);
  }

  /// The contents of a NumPy file (format 1.0, float64): the description and the numbers.
  struct Array {
    std::string about;
    std::vector<double> numbers;
  };
  static Array array(const std::string& file) {
    const auto bytes = contents(file);
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\0", 8));
    const auto size = static_cast<unsigned char>(bytes.at(8)) + 256u * static_cast<unsigned char>(bytes.at(9));
    EXPECT_EQ((10 + size) % 64, 0u);
    Array out{bytes.substr(10, size), std::vector<double>((bytes.size() - 10 - size) / sizeof(double))};
    std::memcpy(out.numbers.data(), bytes.data() + 10 + size, out.numbers.size() * sizeof(double));
    return out;
  }

  /// Returns the id of the run with this formulation and this method.
  std::string id_of(const std::string& formulation, const std::string& method) const {
    for (const auto& run : Store(in("a.db"), Access::read_only).runs())
      if (run.cell.formulation == formulation && run.cell.method == method) return id(run.cell);
    return "none";
  }

  const std::string store;
};

TEST_F(Export, LatexHasColumnsOfNumbersAndUnits) {
  const auto latex = plumb("export " + store + " --format latex");
  EXPECT_EQ(latex.code, 0) << latex.err;
  EXPECT_THAT(latex.out,
              AllOf(HasSubstr("% \\usepackage{booktabs,siunitx}\n\\begin{table}"), HasSubstr("S[table-format="),
                    HasSubstr("{energy.max {[}\\unit{J}{]}}"), HasSubstr("{end.q.angle {[}\\unit{rad}{]}}"),
                    HasSubstr("\\toprule"), HasSubstr("precision double")));
  const auto file = "export " + store + " --format latex --out '" + in("t.tex") + "'";
  for (int i = 0; i < 2; ++i) EXPECT_EQ(plumb(file).code, 0);
  EXPECT_EQ(contents(in("t.tex")), latex.out);
  write("t.tex", "mine");
  EXPECT_THAT(plumb(file), Refuses(2, "is not a table of `plumb export`"));
}

// Fails if the LaTeX tables do not compile. Skipped unless LaTeX with siunitx of 2021 or later is installed.
TEST_F(Export, LatexCompiles) {
  if (shell("kpsewhich siunitx.sty booktabs.sty && command -v pdflatex").code != 0) GTEST_SKIP() << "no LaTeX";
  ASSERT_EQ(plumb("export " + store + " --format latex --out '" + in("runs.tex") + "'").code, 0);
  ASSERT_EQ(shell("plumb list problems --format latex > '" + in("list.tex") + "'").code, 0);
  ASSERT_EQ(plumb("export " + store + " --format bibtex --out '" + in("used.bib") + "'").code, 0);
  write("all.tex",
        "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{booktabs,siunitx}\n\\begin{document}\n"
        "\\input{runs}\n\\input{list}\n\\nocite{*}\\bibliographystyle{plain}\\bibliography{used}\n\\end{document}\n");
  const auto latex = "pdflatex -interaction=nonstopmode -halt-on-error all >&2";
  const auto ended = shell("cd '" + folder.string() + "' && " + latex + " && bibtex all >&2 && " + latex);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(contents(in("all.blg")), Not(HasSubstr("Warning")));
}

TEST(Latex, UnitsAndNumbers) {
  EXPECT_EQ(latex_unit("m/s^2"), "\\unit{m/s^{2}}");
  EXPECT_EQ(latex_unit("N m s"), "\\unit{N.m.s}");
  EXPECT_EQ(latex_unit("SI"), "SI");
  EXPECT_EQ(latex_unit("50 %"), "50 \\%");
  NumberFormat format;
  EXPECT_EQ(format.column(), "");
  EXPECT_TRUE(format.add("1.20e-9") && format.add("-12") && format.add("0.5e3"));
  for (const char* text : {"", "ok", "1.", "pi/6", "1e", "0x1"}) EXPECT_FALSE(format.add(text)) << text;
  EXPECT_EQ(format.column(), "S[table-format=-2.2e-1]");
}

// Fails if an array differs in shape or numbers from the stored run.
TEST_F(Export, TrajectoriesAsArrays) {
  const auto ended = plumb("export " + store + " --format npy --out '" + in("states") + "'");
  EXPECT_EQ(ended.code, 0) << ended.err;
  const auto cell = id_of("index3", "hht");
  const auto path = in("states") + "/" + cell + "/";
  const auto t = array(path + "t.npy"), q = array(path + "q.npy");
  EXPECT_THAT(t.about, HasSubstr("'shape': (11,)"));
  EXPECT_THAT(q.about, HasSubstr("'descr': '<f8', 'fortran_order': False, 'shape': (11, 3)"));
  EXPECT_EQ(t.numbers.front(), 0);
  EXPECT_EQ(t.numbers.back(), 1);
  const auto run = Json::parse(plumb("export " + store + " --json --cell " + cell).out);
  EXPECT_EQ(std::vector<double>(q.numbers.end() - 3, q.numbers.end()), run["final"]["q"].get<std::vector<double>>());
  const auto about = Json::parse(contents(path + "about.json"));
  EXPECT_EQ(about["columns"]["q"][2]["name"], "angle");
  EXPECT_EQ(about["columns"]["q"][2]["unit"], "rad");
  EXPECT_EQ(about["columns"]["t"][0]["unit"], "s");
  EXPECT_EQ(about["status"], "ok");
  const auto numpy = shell(
      "python3 -c 'import numpy' 2>/dev/null || { echo '(11, 3) float64'; exit; }; python3 -c \"import "
      "numpy; a = numpy.load('" +
      path + "q.npy'); print(a.shape, a.dtype)\"");
  EXPECT_EQ(numpy.out, "(11, 3) float64\n") << numpy.err;
}

TEST_F(Export, TrajectoriesOfSomeCellsAsHdf5) {
  const auto cell = id_of("ode", "erk4");
  const auto command = "export " + store + " --format hdf5 --out '" + in("states") + "' --cell " + cell.substr(0, 12);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(plumb(command).code, 0);
  EXPECT_EQ(shell("ls '" + in("states") + "'").out, cell + ".h5\n");
  EXPECT_THAT(plumb("export " + store + " --format hdf5"), Refuses(2, "give a folder with --out"));
  EXPECT_THAT(plumb("export " + store + " --format pdf"), Refuses(2, "jsonl, bibtex, hdf5, npy"));
  EXPECT_EQ(plumb("export " + store + " --cell zzz").code, 4);
}

// Fails if a trajectory beyond the limit of the file size ends the program by a signal, or prints messages of HDF5.
TEST_F(Export, TrajectoriesThatDoNotFitAreOneLine) {
  const auto full = shell("ulimit -f 40; plumb run -p pendulum -m erk4 -s 1e-3 --t-end 10 --samples 0 --trajectory '" +
                          in("full.h5") + "'");
  EXPECT_THAT(full, Refuses(3, "full.h5: cannot be written: File too large; the previous contents are unchanged"));
  EXPECT_FALSE(std::filesystem::exists(in("full.h5")));
}

// Fails if there is no message that the repeated run, whose states are exported, differs from the stored result.
TEST_F(Export, SaysWhenARunIsNotWhatIsStored) {
  auto run = Store(in("a.db"), Access::read_only).runs().front();
  run.result.counters.steps = 7;
  Store(in("a.db")).put(run.cell, run.source_fingerprint, run.result);
  const auto ended = plumb("export " + store + " --format npy --out '" + in("states") + "'");
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.err, HasSubstr("cell " + id(run.cell)));
}

// Fails if a row whose build is damaged counts as a row of another build.
TEST_F(Export, CountsARowWithADamagedBuildAsDamaged) {
  Sqlite(in("a.db"), Opening::read_write, std::chrono::seconds(1))
      .run(
          "UPDATE runs SET source_fingerprint = source_fingerprint || 'x' WHERE cell_id = (SELECT min(cell_id) FROM "
          "runs)");
  const auto ended = plumb("export " + store);
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("1 row of"), HasSubstr("damaged"), Not(HasSubstr("other builds"))));
}

TEST_F(Export, TellsARunOfAnotherBuild) {
  auto run = Store(in("a.db"), Access::read_only).runs().front();
  Store(in("a.db")).put(run.cell, "another", run.result);
  const auto ended = plumb("export " + store);
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.err, HasSubstr("omitted: 1 run of other builds"));
}

TEST_F(Export, JsonLinesByTheirName) {
  EXPECT_EQ(plumb("export " + store + " --format jsonl").out, plumb("export " + store + " --json").out);
}

}  // namespace
}  // namespace plumb
