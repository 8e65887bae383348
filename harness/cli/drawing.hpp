#pragma once
// The figures that `plumb reproduce` was asked for: the data of each, printed or written for the program that draws.

#include <cstddef>
#include <filesystem>
#include <list>
#include <string>

#include "harness/cli/console.hpp"
#include "harness/paper/figure_data.hpp"

namespace plumb {

/// Figures that are being made: each is written, or printed, when the last of its tasks is done.
class Drawing {
 public:
  /// `folder`: where the files go, in a folder of each paper; empty: the data are printed, in `format`. The options and
  /// the line have to outlive this.
  Drawing(std::filesystem::path folder, TableFormat format, const MatrixOptions& matrix, StatusLine& line);

  /// Data that this build has made before are written at once; units are known before anything has run. Throws
  /// UsageError if the folder cannot be written to.
  void add(const FigureSpec& figure);

  /// The tasks of all that is still to be made. This has to live until the service's run ends.
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
  std::list<FigureTasks> figures;  // which their tasks point to
  std::size_t asked_for = 0, handed_out = 0;
};

}  // namespace plumb
