#pragma once
// Reproduces papers: measures the quantities of their tables, claims and figures, judges them, and prints them. The
// command line and `reproduce` of api.hpp use this class.

#include <cstddef>
#include <filesystem>
#include <list>
#include <string>
#include <vector>

#include "harness/api/drawing.hpp"
#include "harness/api/judgement.hpp"
#include "harness/paper/paper.hpp"

namespace plumb {

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
