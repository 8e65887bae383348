#pragma once
// The figures of `plumb reproduce`. The data of each figure are printed, or written for the plotting script.

#include <cstddef>
#include <filesystem>
#include <list>
#include <string>

#include "harness/cli/console.hpp"
#include "harness/paper/expected_work.hpp"
#include "harness/paper/figure_data.hpp"

namespace plumb {

/// The figures of a call. Each is written, or printed, when the last of its tasks has ended.
class Drawing {
 public:
  /// The files go to `folder`, into a folder for each paper. If it is empty, the data are printed in `format`. The
  /// options and the line must outlive this object.
  Drawing(std::filesystem::path folder, TableFormat format, const MatrixOptions& matrix, StatusLine& line);

  /// Adds a figure. It needs no runs if the store has its data, or if the format prints units only.
  void add(const FigureSpec& figure);
  /// Throws UsageError if the folders of the files cannot be written to.
  void check_folders() const;

  /// Writes figures that need no runs, and adds tasks for the others. This object must outlive the run of the service.
  void add_to(CellService& cells);

  /// Adds the runs and analyses of the figures to the expected work. Both objects must outlive the estimate.
  void add_to(ExpectedWork& work) const;

  /// Returns the name of the first unfinished figure, as "figure-3". Empty if all are finished.
  std::string current() const;

  std::size_t asked() const { return figures.size(); }
  std::size_t ended() const;

  /// Prints the lines of finished figures that wait for an earlier figure, after a stop.
  void print_waiting();

 private:
  /// A figure. Its file is written as soon as its data are complete. Its line waits for the lines of earlier figures.
  struct Figure {
    FigureSpec spec;
    bool is_known = false;  // whether its data are in the store, so that no runs are needed
    bool done = false, printed = false;
    std::string text = {};  // line to print; until then, data from the store
  };

  void show_known(Figure& figure);
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
