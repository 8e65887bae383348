#pragma once
// The figures of `plumb reproduce`: their data are printed, or written to files for the plotting script.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "harness/paper/expected_work.hpp"
#include "harness/paper/figure_data.hpp"

namespace plumb {

/// Functions that receive the output of a reproduction (reproduction.hpp). They are called one at a time, possibly from
/// different threads.
struct ReproductionOutput {
  std::function<void(std::string_view)> print;   // receives tables, claims, figures and summaries, in their order
  std::function<void(std::string_view)> note;    // receives notes for the user
  std::function<void(std::size_t)> begins = {};  // receives the index of each paper before its work begins
  // Receives the data of figures instead of `print`, if no folder is given. None: the data are printed.
  std::function<void(const FigureSpec&, const Table&)> figure = {};
};

/// All figures of one call. A figure is written, or printed, when its last task has ended.
class Drawing {
 public:
  /// The files are written to `folder`/PAPER. If `folder` is empty, the data are printed in `format`. The store may be
  /// null; it and `output` must outlive this object.
  Drawing(std::filesystem::path folder, TableFormat format, Store* store, const ReproductionOutput& output);

  /// Adds a figure. No runs are needed if the store has its data, or if the format prints only units.
  void add(const FigureSpec& figure);
  /// Throws UsageError if the folders of the files cannot be written to.
  void check_folders() const;

  /// Returns a goal for each figure, which is reached when the figure is written or printed. The goals point to this
  /// object.
  std::vector<Goal> goals();

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

  void end_known(Figure& figure);
  void made(Figure& figure, Table data);
  void write(Figure& figure, const std::string& data);
  void end(Figure& figure, std::string text);
  void print(Figure& figure);

  std::filesystem::path folder;
  TableFormat format;
  Store* store;
  const ReproductionOutput& output;
  std::list<Figure> figures = {};  // a list, because goals point to its elements
};

}  // namespace plumb
