#pragma once
// The figures of `plumb reproduce`: their data are printed, or written to files for the plotting script.

#include <cstddef>
#include <filesystem>
#include <list>
#include <string>

#include "harness/cli/console.hpp"
#include "harness/paper/expected_work.hpp"
#include "harness/paper/figure_data.hpp"

namespace plumb {

/// All figures of one call. A figure is written, or printed, when its last task has ended.
class Drawing {
 public:
  /// The files are written to `folder`/PAPER. If `folder` is empty, the data are printed in `format`. `matrix` has the
  /// options of the runs (harness/schedule/matrix.hpp); it and `line` must outlive this object.
  Drawing(std::filesystem::path folder, TableFormat format, const MatrixOptions& matrix, StatusLine& line);

  /// Adds a figure. No runs are needed if the store has its data, or if the format prints only units.
  void add(const FigureSpec& figure);
  /// Throws UsageError if the folders of the files cannot be written to.
  void check_folders() const;

  /// Writes the figures that need no runs, and adds tasks for the others to `cells`. This object must outlive these
  /// tasks.
  void add_to(CellService& cells);

  /// Adds the runs and analyses of the figures to the expected work. This object and `work` must outlive the estimate.
  void add_to(ExpectedWork& work) const;

  /// Returns the name of the first unfinished figure, as "figure-3". Empty if all are finished.
  std::string current() const;

  // Return the number of all figures, and of finished figures.
  std::size_t item_count() const { return figures.size(); }
  std::size_t ended() const;

  /// After a stop: prints the lines of finished figures that waited for an earlier figure.
  void print_waiting();

 private:
  /// A figure. Its file is written as soon as its data are complete. Its text is printed after the texts of earlier
  /// figures.
  struct Figure {
    FigureSpec spec;
    bool is_known = false;  // whether its data are in the store, so that no runs are needed
    bool done = false, printed = false;
    std::string text = {};  // before `done`: data from the store; then the text to print
  };

  void print_stored(Figure& figure);
  void made(Figure& figure, Table data);
  void write(Figure& figure, const std::string& data);
  void end(Figure& figure, std::string text);
  void print(Figure& figure);

  std::filesystem::path folder;
  TableFormat format;
  const MatrixOptions& matrix;
  StatusLine& line;
  std::list<Figure> figures;     // a list, because tasks point to its elements
  std::list<FigureTasks> tasks;  // a list, because tasks point to its elements
};

}  // namespace plumb
