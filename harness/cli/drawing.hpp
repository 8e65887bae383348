#pragma once
// These are the figures that `plumb reproduce` was asked for. The data of each are printed, or written for the program
// that draws.

#include <cstddef>
#include <filesystem>
#include <list>
#include <string>

#include "harness/cli/console.hpp"
#include "harness/paper/expected_work.hpp"
#include "harness/paper/figure_data.hpp"

namespace plumb {

/// The figures that are being made. Each is written, or printed, when the last of its tasks is done.
class Drawing {
 public:
  /// The files go to `folder`, into a folder for each paper. If it is empty, the data are printed in `format`. The
  /// options and the line have to outlive this object.
  Drawing(std::filesystem::path folder, TableFormat format, const MatrixOptions& matrix, StatusLine& line);

  /// Adds a figure. Nothing has to run if the store has its data, or if only its units are asked for.
  void add(const FigureSpec& figure);
  /// Throws UsageError if the folders of the files cannot be written to.
  void check_folders() const;

  /// Writes what is known, and adds the tasks of everything else. This object has to live until the service's run ends.
  void add_to(CellService& cells);

  /// Adds what this object needs to the expected work. Both objects have to outlive the estimate.
  void add_to(ExpectedWork& work) const;

  /// Returns "figure-3", the first one that is not made. Empty if all are.
  std::string current() const;

  std::size_t asked() const { return figures.size(); }
  std::size_t ended() const;

  /// Tells which files a stop left without a line, because a figure before theirs was not made.
  void tell_unfinished();

 private:
  /// A figure whose file is written as soon as it is made, and whose text follows those of all figures before it.
  struct Figure {
    FigureSpec spec;
    bool is_known = false;  // nothing has to run for it
    bool done = false, told = false;
    std::string text = {};  // its data, or the name of their file; before that, the data that the store had
  };

  void show_known(Figure& figure);
  void made(Figure& figure, Table data);
  void write(Figure& figure, const std::string& data);
  void end(Figure& figure, std::string text);
  void tell(Figure& figure);

  std::filesystem::path folder;
  TableFormat format;
  const MatrixOptions& matrix;
  StatusLine& line;
  std::list<Figure> figures;     // a list, because tasks point to its elements
  std::list<FigureTasks> tasks;  // likewise
};

}  // namespace plumb
