#pragma once
// Reproduces papers: measures the quantities of their tables, claims and figures, judges them, and prints them. The
// command line and `reproduce` of api.hpp use the class Reproduction.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "harness/paper/expected_work.hpp"
#include "harness/paper/figure_data.hpp"
#include "harness/paper/paper.hpp"
#include "harness/paper/report.hpp"

namespace plumb {

/// Functions that receive the output of a reproduction. They are called one at a time, possibly from
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

/// The tables and claims of a paper during their measurement. A table is printed as soon as it and all tables before it
/// are complete, so tables appear in the order of the paper. The claims are printed last. Nothing is printed here in
/// formats for programs, such as JSON.
class Judgement {
 public:
  using PrintText = std::function<void(std::string_view text)>;

  /// `full` includes the table rows that take minutes. `lab` runs the measurements; it must outlive this object.
  /// `print_text` is called with each printed text.
  Judgement(std::vector<TableSpec> tables, std::vector<Claim> claims, Laboratory& lab, bool full, TableFormat format,
            PrintText print_text);

  /// Returns a goal for each table, and one for all claims. They are reached when the verdicts are complete. The goals
  /// point to this object.
  std::vector<Goal> goals();

  /// Adds the runs and analyses of the tables and claims to the expected work. This object and `work` must outlive the
  /// estimate.
  void add_to(ExpectedWork& work) const;

  /// Returns the first item whose verdicts are not complete, as "table-3" or "claims". Empty if all are complete.
  std::string current() const;

  /// Returns the number of items: all tables, and the claims together as one.
  std::size_t item_count() const { return tables.size() + (claims.empty() ? 0 : 1); }
  /// Returns the number of items whose verdicts are complete.
  std::size_t ended() const;

  /// After a stop: prints the available results of the tables and claims that were not printed before.
  void show_unfinished();

  /// Moves the verdicts of all printed tables and claims to `findings`, including partial results after a stop.
  void add_to(Findings& findings);

 private:
  struct Judged {
    TableSpec spec;
    std::vector<JudgedEntry> entries = {};
    bool done = false, shown = false;
  };

  Missing missing(Judged& table);
  void show(Judged& table);
  Missing missing_of_claims();
  void show_claims();
  void show_next();

  std::vector<Judged> tables;
  std::vector<Claim> claims;
  std::vector<JudgedClaim> judged_claims = {};
  bool claims_done = false, claims_shown = false;
  Laboratory& lab;
  bool full;
  TableFormat format;
  PrintText print_text;
};

struct ReproductionRequest {
  std::string selection = {};  // "fernandez2024/table-6", "li2019", or "" for all papers
  bool full = false;           // whether the table rows that take minutes are included
  TableFormat format = TableFormat::text;
  std::filesystem::path figures = {};  // folder of the files of figures; empty: only a figure selected by name is drawn
};

/// The papers of one call.
class Reproduction {
 public:
  /// Reads the papers and sorts them, the shortest first. Throws UsageError. `output` receives a note if a paper of the
  /// user hides another one. Progress lines begin with the name of the current item: "zhang2022/figure-9: ".
  Reproduction(ReproductionRequest request, const MatrixOptions& options, ReproductionOutput output);
  Reproduction(const Reproduction&) = delete;

  std::size_t paper_count() const { return parts.size(); }
  std::size_t figure_count() const { return figures; }  // number of selected figures, even if they are not drawn
  bool draws_figures() const;
  /// Throws UsageError if the folders of the files of figures cannot be written to.
  void check_folders() const;

  /// Returns the expected work of each paper. Checks for stop requests. Throws StoreError.
  std::vector<PaperEstimate> estimates() const;

  /// Measures, judges and prints the papers one after the other, so that results of short papers are printed early.
  /// After a stop, prints the available results of unfinished items. In formats for programs, tables and claims are
  /// not printed (see `as_data`). Call this once.
  PoolOutcome run();

  /// Returns the verdicts, after `run`.
  const Findings& verdicts() const { return findings; }

  // Return the number of all items, of finished items, and of items with verdicts: tables, and the claims of a paper.
  std::size_t item_count() const;
  std::size_t ended() const;
  std::size_t judged_count() const;

 private:
  /// The selected part of one paper.
  struct PartOfPaper {
    Paper paper;
    Drawing drawing;
    Judgement judgement;
    bool is_reported = false;  // whether its verdicts and their summary have been printed
  };

  void add(const Paper& paper);
  std::string title() const;
  MatrixOptions with_titles(MatrixOptions options) const;
  void measure(PartOfPaper& part);
  void print_unfinished();

  ReproductionRequest request;
  ReproductionOutput output;
  Store* store;
  Laboratory laboratory;
  Findings findings = {};
  std::list<PartOfPaper> parts = {};     // a list, because goals point to its elements
  const PartOfPaper* current = nullptr;  // paper that is being measured; null: none
  std::size_t figures = 0;
};

}  // namespace plumb
