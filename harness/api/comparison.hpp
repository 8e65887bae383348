#pragma once
// The verb `compare`: methods compared with the catalogue, with a page for each.

#include <cstddef>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/compare/page.hpp"

namespace plumb {

/// The arguments of `plumb compare`. `beside` are the methods of --beside; `timed` requests run times.
using ComparisonRequest = ComparisonSettings;

/// The pages about all judged methods (ComparisonRequest::methods) of one campaign.
class ComparedMethods {
 public:
  /// Runs the methods, until all runs have ended or a stop. After a stop, there are no pages. Throws UsageError and
  /// StoreError.
  ComparedMethods(const ComparisonRequest& request, const Conduct& conduct);
  ComparedMethods(const ComparedMethods&) = delete;

  const Ending& ending() const { return ending_; }
  /// Measures the run times of all pages, if they were requested. Must be called once, before the other members.
  PiecesEnding time(const Conduct& conduct);

  std::size_t pages() const { return judged_.size(); }
  /// Returns the page as text; `format` is a format for people.
  std::string page(std::size_t page, TableFormat format) const;
  /// Returns the data of the plots, see scripts/compare.py.
  Json picture(std::size_t page) const;
  /// Returns the number of the page's method among all entrants, from 1 on.
  std::size_t number_of_entrant(std::size_t page) const { return judged_[page].entrant + 1; }
  std::string short_name_of(std::size_t page) const;

  /// Returns {"methods": [..], "runs": [..]}: the object of `plumb compare --json`.
  Json json() const;
  /// Returns a table with a row for each run, and with equal provenance in all rows.
  Table runs_with_provenance() const;
  /// Returns whether a run of each judged method has the status ok.
  bool all_measured() const;

 private:
  struct Judged {
    std::size_t entrant;                      // index in the plan
    std::vector<SecondsAtGoal> seconds = {};  // measured times; empty: not requested
  };

  Subjects subjects(std::size_t page) const;

  const ComparisonRequest request_;
  const std::string command_;
  const Campaign campaign_;
  const Ending ending_;
  std::optional<Standings> standings_;  // none after a stop
  std::vector<Judged> judged_;
};

}  // namespace plumb
