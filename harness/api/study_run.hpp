#pragma once
// The verb `run`: the cells of a study, their results as they end, and the table of the results for people.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/api/requested_cells.hpp"
#include "harness/api/run_data.hpp"
#include "harness/cell/cells.hpp"
#include "harness/schedule/estimate.hpp"

namespace plumb {

struct StudyRequest {
  StudyOrAxes source;
  std::string shard = {};  // "I/N": only part I of N parts of the study; empty: all cells
  bool estimates = false;  // whether the time and memory of the cells are estimated
};

/// The cells of a study; no cells after a stop.
struct RequestedStudy {
  Cells cells = Cells();
  std::vector<std::string> notes = {};
  StudyEstimate expected = {};  // only if it was requested
  Ending ending = {};
};

/// Reads and checks the cells, which takes seconds for a large study. Throws UsageError.
RequestedStudy requested_study(const StudyRequest& request, const Conduct& conduct);

/// Reads a study by a function with stopping points, which a stop of `conduct` ends. `title` is for progress lines.
RequestedStudy read_study(const std::string& title, const std::function<RequestedStudy()>& read, Conduct conduct);

/// Functions that receive results as they end, with the index of the cell. They are called one at a time.
struct ResultsAsTheyEnd {
  std::function<void(std::size_t, const RunResult&)> finished = {};  // receives the results in the order of the cells
  std::function<void(std::size_t, const RunResult&)> early = {};     // as in MatrixOptions
};

/// How the runs of a study ended.
struct StudyEnding : Ending {
  std::size_t ended = 0;                 // number of cells whose result was received
  std::size_t measured = 0;              // number of these results that do not depend on the machine
  bool any_ok = false;                   // whether a run has the status ok
  int from_store = 0, from_others = 0;   // number of cells from the store; of cells that other processes ran meanwhile
  std::size_t left_in_store = 0;         // number of results that were not received after a stop
  std::vector<DamagedRun> damaged = {};  // damaged rows of the store, whose cells ran again
};

/// Runs the cells, and passes their results to the functions.
StudyEnding run_each(const Cells& cells, const Conduct& conduct, const ResultsAsTheyEnd& results);

/// The table of all results for people.
struct StudyPage : StudyEnding {
  Table table = {};
};
/// Runs the cells, and makes the table. The functions receive all results that have a row. If `counts_stored` is true
/// and more than a hundred results come from the store, the table has their number instead of rows.
StudyPage run_page(const Cells& cells, const Conduct& conduct, const ResultsAsTheyEnd& results, bool counts_stored);

/// Returns the changes and remarks that concern the data of a cell's problem: corrected initial values, and parts of a
/// robot file that were ignored.
std::vector<std::string> notes_on_data(const ResolvedCell& cell);

/// Returns a different path for each cell, in the order of the cells. For a single cell it is `target`. For several
/// cells, if `target` has the extension ("w.svg"), the files are in the same folder, and their names contain the words
/// in which the cells differ: "w-erk4.svg" and "w-kutta3.svg". Otherwise `target` is a folder, which is created, and
/// each file is named by the id of the cell. Throws std::runtime_error if the folder cannot be created.
std::vector<std::filesystem::path> files_of_cells(const std::filesystem::path& target, const Cells& cells,
                                                  const std::string& extension);

}  // namespace plumb
