#pragma once
// These are the figures that `plumb reproduce` was asked for. The data of each are printed, or written for the program
// that draws.

#include <cstddef>
#include <filesystem>
#include <list>
#include <string>

#include "harness/cli/console.hpp"
#include "harness/paper/figure_data.hpp"

namespace plumb {

/// The figures that are being made. Each is written, or printed, when the last of its tasks is done.
class Drawing {
 public:
  /// The files go to `folder`, into a folder for each paper. If it is empty, the data are printed in `format`. The
  /// options and the line have to outlive this object.
  Drawing(std::filesystem::path folder, TableFormat format, const MatrixOptions& matrix, StatusLine& line);

  /// Adds a figure. If this build has made its data before, they are written at once. Units are known before anything
  /// has run. Throws UsageError if the folder cannot be written to.
  void add(const FigureSpec& figure);

  /// Adds the tasks of everything that is still to be made. This object has to live until the service's run ends.
  void add_to(CellService& cells);

  std::size_t asked() const { return asked_for; }
  std::size_t ended() const { return handed_out; }

 private:
  void made(const FigureSpec& figure, Table data);
  void show(const std::string& data);
  void write(const FigureSpec& figure, const std::string& data);

  std::filesystem::path folder;
  TableFormat format;
  const MatrixOptions& matrix;
  StatusLine& line;
  std::list<FigureTasks> figures;  // a list, because the tasks point to its elements
  std::size_t asked_for = 0, handed_out = 0;
};

}  // namespace plumb
