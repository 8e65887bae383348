// Misspells and omits every key of method files, study files and files of papers, and gives it values of other kinds.
// Each mistake must result in one line with its location.

#include <gtest/gtest.h>

#include <fstream>

#include "harness/cell/method_text.hpp"
#include "harness/paper/claims.hpp"
#include "harness/paper/figure.hpp"
#include "harness/paper/table.hpp"
#include "harness/sets/experiment.hpp"
#include "text/testing/scratch_folder.hpp"
#include "text/testing/toml_mutants.hpp"

namespace plumb::mistakes_in_files {
namespace {

using Read = std::function<void(const std::string&)>;

void expect_one_line_each(const std::string& text, const std::string& file, const std::set<std::string>& required,
                          const Read& read, const std::set<std::string>& names = {}) {
  ASSERT_NO_THROW(read(text)) << text;
  toml_mutants::require_named_mistakes(toml_mutants::TomlMutants(toml_from_text(text, file), names).all, file, required,
                                       read);
}

TEST(MistakesInEveryKey, OfMethodFiles) {
  const Read read = [](const std::string& text) { method_from_text(text, "@method.toml"); };
  expect_one_line_each(
      "schema = 1\nname = \"heun\"\ntitle = \"t\"\nsource = \"s\"\norder = 2\ndigits = \"exact\"\na = [[0, 0], [1, "
      "0]]\n"
      "b = [\"1/2\", \"1/2\"]\nc = [0, 1]\nembedded = [1, 0]\n",
      "method.toml", {"name", "a", "b"}, read);
  expect_one_line_each("schema = 1\nname = \"bdf2\"\nalpha = [\"3/2\", -2, \"1/2\"]\nbeta = [1, 0, 0]\n", "method.toml",
                       {"name", "alpha", "beta"}, read);
}

TEST(MistakesInEveryKey, OfStudyFiles) {
  const Read read = [](const std::string& text) { experiment_from_text(text, "study.toml", ""); };
  expect_one_line_each(
      "schema = 1\ntitle = \"t\"\ndescription = \"d\"\n[sets.one]\nmethod = \"erk4\"\nstep = \"1e-2\"\n"
      "[[cells]]\nset = \"one\"\nproblem = \"pendulum\"\nformulation = [\"ode\"]\nt_end = \"1\"\nnewton_tol = "
      "\"1e-9\"\n",
      "study.toml", {}, read, {"sets"});
}

/// Reads a file in the folder of a paper.
Read reader(const std::string& path, const std::function<void(const std::filesystem::path&, const Paper&)>& use) {
  return [path, use](const std::string& text) {
    Paper paper;
    paper.folder = std::filesystem::path(path).parent_path();
    std::ofstream(path) << text;
    use(path, paper);
  };
}

TEST(MistakesInEveryKey, OfFilesOfPapers) {
  const auto file = [](const char* name) { return (scratch_folder() / name).string(); };
  const std::string run = "problem = \"pendulum\", method = \"erk4\", step = \"1e-2\", t_end = \"1\"";
  expect_one_line_each(
      "schema = 1\n[[claims]]\nid = \"a\"\nwhere = \"b\"\nsays = \"c\"\nchecks = [{" + run +
          ", metric = \"energy.max\", is = \"<\", value = \"1\"}]\n",
      file("claims.toml"), {"claims.where", "claims.says"},
      reader(file("claims.toml"), [](const auto& path, const Paper& p) { claims_from_file(path, p); }));
  expect_one_line_each(
      "schema = 1\ntitle = \"t\"\nkind = \"convergence\"\noutputs = [\"x\"]\ncurves = [{name = \"c\", "
      "problem = \"pendulum\", method = \"erk4\", step = [\"1e-2\", \"5e-3\"], t_end = \"1\"}]\n",
      file("figure.toml"), {"kind", "curves"},
      reader(file("figure.toml"), [](const auto& path, const Paper& p) { figure_spec("f", path, p); }));
  expect_one_line_each(
      "schema = 1\ntitle = \"t\"\ncommon = {problem = \"pendulum\", t_end = \"1\", metric = \"end.q\"}\n"
      "rows = [{row = \"r 2\", step = \"1e-2\"}]\ncolumns = [{column = \"c\", method = \"erk4\"}]\n",
      file("table.toml"), {"title"}, reader(file("table.toml"), [](const auto& path, Paper p) {
        p.published = {{"table-1", "r 2", "c", "1.0"}};
        table_spec("table-1", path, p);
      }));
}

}  // namespace
}  // namespace plumb::mistakes_in_files
