// Pictures must explain all their elements, and must state the number of points on which they are based.

#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/paper/figure_data.hpp"
#include "harness/paper/figure_kind.hpp"
#include "harness/paper/paper.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

class Pictures : public Cli {
 protected:
  bool can_draw() const { return shell("/usr/bin/python3 -c 'import matplotlib'").code == 0; }

  /// Writes the data files of a figure for the drawing script, with names and steps of the rows, but without results.
  void write_empty(const FigureSpec& figure) const {
    const auto out = folder / "data" / figure.paper;
    fs::create_directories(out);
    const bool has_rows = figure_columns(figure).front().unit.empty();  // the first column has methods
    const Table table = has_rows ? figure.kind->data(figure, {}) : Table{.columns = table_columns(figure), .rows = {}};
    write_csv(out / (figure.item + ".csv"), beginning_with("", "a table"), as_csv(table), table.columns);
    std::ofstream(out / (figure.item + ".json")) << figure_description(figure).dump();
  }
};

// Fails if a picture has a band, a step line, a marker or a dash style without an explanation; a legend entry without
// an element; an axis that is partly linear and partly logarithmic without a note; no unit; or labels such as 20000 mJ.
// Checks every figure of every paper, with regular runs and with runs that diverge or fail, and the pictures of
// `analyze` and `compare`.
TEST_F(Pictures, ExplainThemselves) {
  if (!can_draw()) GTEST_SKIP() << "no python3-matplotlib";
  std::size_t figures = 0;
  for (const auto& key : paper_keys()) {
    const auto paper = paper_named(key);
    for (const auto& [item, file] : paper.items("figures")) {
      write_empty(figure_spec(item, file, paper));
      ++figures;
    }
  }
  EXPECT_GT(figures, 40U);
  const auto script = fs::absolute("scripts/testing/check_pictures.py").string();
  const auto checked =
      shell("MPLCONFIGDIR='" + folder.string() + "' /usr/bin/python3 -B '" + script + "' '" + in("data") + "'");
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

}  // namespace
}  // namespace plumb
