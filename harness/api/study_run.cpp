#include "harness/api/study_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "harness/api/cell_table.hpp"
#include "harness/api/conduct.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/run/build_info.hpp"
#include "harness/schedule/shard.hpp"
#include "text/file_name.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr int most_stored_rows = 100;        // limit of rows of stored results, so that new rows stay visible
constexpr std::size_t most_unfinished = 40;  // limit of rows of cells without a result

/// Collects the rows of the table, and counts the cells without a row.
class StudyTable {
 public:
  /// The store may be null.
  StudyTable(const Cells& cells, const Store* store, std::string store_path)
      : cells_(cells), store_(store), store_path_(std::move(store_path)) {}

  void add_early(std::size_t place, const RunResult& result) { early_.insert_or_assign(place, result); }

  void add(std::size_t place, const RunResult& result) {
    early_.erase(place);
    pass_over(place);
    table_.add(cells_[shown_++], result);
  }

  /// Counts a stored result that gets no row, because there are many.
  void count(std::size_t place, Status status) {
    pass_over(place);
    ++shown_;
    ++counted_only_[status];
  }

  Table table(const StudyEnding& ending) {
    pass_over(cells_.size());
    note_counted();
    const auto total = [&](std::size_t count, std::string_view why) {
      if (count != 0) table_.add_note(fmt::format("{} of {}: {}", count, counted(cells_.size(), "cell"), why));
    };
    const auto without = cells_.size() - ending.ended - early_.size();
    const auto why = reason_of_stop(ending);
    total(early_.size(), "no errors, " + why + " before the reference was computed");
    total(without - ending.left_in_store, "not-run, " + why);
    total(ending.left_in_store, "finished; their results are in " + store_path_ + " only");
    if (without > most_unfinished)
      table_.add_note(fmt::format("of these {} the first {} are listed", without, most_unfinished));
    return table_.table();
  }

 private:
  /// Adds rows for the cells before index `end` that have no result yet: for all cells that lack only their errors, and
  /// for the first `most_unfinished` others.
  void pass_over(std::size_t end) {
    for (; shown_ < end; ++shown_) {
      const auto without_errors = early_.find(shown_);
      if (without_errors != early_.end())
        table_.add(cells_[shown_], without_errors->second);
      else if (unfinished_++ < most_unfinished)
        table_.add(cells_[shown_], left_in_store(shown_));
    }
  }

  /// Returns the result of a cell in the store. After a stop, the store may have results that were not received.
  std::optional<RunResult> left_in_store(std::size_t place) const {
    auto stored = store_ ? store_->find(cells_.id(place), build_info().fingerprint) : std::nullopt;
    if (!stored || depends_on_the_machine(stored->result.status)) return {};
    return std::move(stored->result);
  }

  void note_counted() {
    std::size_t all = 0;
    std::string kinds;
    for (const auto& [status, count] : counted_only_) {
      all += count;
      kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, name(status));
    }
    if (all != 0)
      table_.add_note(fmt::format("{} of {} were already in {} and have no row here ({}); --stored prints them", all,
                                  counted(cells_.size(), "cell"), store_path_, kinds));
  }

  const Cells& cells_;
  const Store* const store_;
  const std::string store_path_;
  CellTable table_;
  std::map<std::size_t, RunResult> early_;  // results without errors, by index of the cell
  std::size_t shown_ = 0;                   // number of cells that have a row or were counted or passed over
  std::size_t unfinished_ = 0;              // number of cells without a result
  std::map<Status, std::size_t> counted_only_;
};

/// Runs the cells. `passed_over` receives the stored results that are not read because there are many; none: all are
/// read.
StudyEnding run_all(const Cells& cells, Conducted& conducted, const ResultsAsTheyEnd& results,
                    const std::function<void(std::size_t, Status)>& passed_over = {}) {
  StudyEnding out;
  const auto count = [&out](Status status) {
    ++out.ended;
    if (!depends_on_the_machine(status)) ++out.measured;
    out.any_ok = out.any_ok || status == Status::ok;
  };
  conducted.options.finished = [&](std::size_t place, const RunResult& result) {
    count(result.status);
    if (results.finished) results.finished(place, result);
  };
  conducted.options.early = results.early;
  StoredCells stored{.most = most_stored_rows, .ended_as = {}};
  if (passed_over)
    stored.ended_as = [&](std::size_t place, Status status) {
      count(status);
      passed_over(place, status);
    };
  const auto outcome = run_matrix(cells, conducted.options, stored);
  out.interrupted = outcome.interrupted;
  out.timed_out = outcome.timed_out;
  out.from_store = outcome.from_store;
  out.from_others = outcome.from_others;
  out.left_in_store = outcome.left_in_store;
  if (conducted.store) out.damaged = conducted.store->damaged();
  return out;
}

}  // namespace

RequestedStudy read_study(const std::string& title, const std::function<RequestedStudy()>& read, Conduct conduct) {
  RequestedStudy out;
  const auto piece = [&]() -> std::function<void()> {
    return [&out, study = std::make_shared<RequestedStudy>(read())] { out = std::move(*study); };
  };
  conduct.cell_timeout = {};
  const Ending ending = deliver_pieces({{title, piece}}, {.noun = "study", .is_one_progress = true}, conduct);
  out.ending = ending;
  return out;
}

RequestedStudy requested_study(const StudyRequest& request, const Conduct& conduct) {
  const auto shard = request.shard.empty() ? std::nullopt : std::optional(shard_from_text(request.shard));
  const auto read = [&] {
    auto [cells, notes] = cells_of(request.source);
    if (shard) cells = cells_of_shard(cells, *shard);
    RequestedStudy out{.cells = std::move(cells), .notes = std::move(notes)};
    if (request.estimates) out.expected = estimate(out.cells, store_if_readable(conduct.store).get());
    return out;
  };
  const auto& study = request.source.study;
  return read_study(study.empty() ? "the options" : study, read, conduct);
}

StudyEnding run_each(const Cells& cells, const Conduct& conduct, const ResultsAsTheyEnd& results) {
  Conducted conducted(conduct);
  return run_all(cells, conducted, results);
}

StudyPage run_page(const Cells& cells, const Conduct& conduct, const ResultsAsTheyEnd& results, bool counts_stored) {
  Conducted conducted(conduct);
  StudyTable table(cells, conducted.store.get(), conduct.store);
  const ResultsAsTheyEnd rows{.finished =
                                  [&](std::size_t place, const RunResult& result) {
                                    if (results.finished) results.finished(place, result);
                                    table.add(place, result);
                                  },
                              .early =
                                  [&](std::size_t place, const RunResult& result) {
                                    if (results.early) results.early(place, result);
                                    table.add_early(place, result);
                                  }};
  std::function<void(std::size_t, Status)> passed_over;
  if (counts_stored) passed_over = [&table](std::size_t place, Status status) { table.count(place, status); };
  StudyPage out;
  static_cast<StudyEnding&>(out) = run_all(cells, conducted, rows, passed_over);
  out.table = table.table(out);
  return out;
}

std::vector<std::string> notes_on_data(const ResolvedCell& cell) {
  std::vector<std::string> out;
  if (const auto& mechanism = cell.problem().mechanism) out = mechanism->remarks(cell.data());
  if (const auto moved = corrected_start(cell.problem(), cell.data()); !moved.empty())
    out.insert(out.begin(), fmt::format("start = \"correct\" changed {}", moved));
  return out;
}

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Returns the words of a cell's name: problem, formulation, method, and each of its settings.
Words words_of(const ResolvedCell& cell) {
  Words out = {short_problem(cell), cell.formulation().name, short_method(cell)};
  std::istringstream settings(short_settings(cell.text()));
  for (std::string word; settings >> word;) out.push_back(word);
  return out;
}

// Returns a file name for each cell: the words that not all cells share. If they are not unique or too long, the name
// is the id of the cell.
Words names_of(const Cells& cells) {
  constexpr std::size_t longest = 120;  // limit of a file name [bytes]; file systems allow 255
  std::vector<Words> all;
  std::map<std::string, std::size_t> count;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    all.push_back(words_of(cells[i]));
    for (const auto& word : std::set(all.back().begin(), all.back().end())) ++count[word];
  }
  Words out;
  for (auto& words : all) {
    std::erase_if(words, [&](const std::string& word) { return count[word] == cells.size(); });
    out.push_back(for_a_file(fmt::format("{}", fmt::join(words, " "))));
  }
  std::map<std::string, std::size_t> uses;
  for (const auto& name : out) ++uses[name];
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i].empty() || uses[out[i]] > 1 || out[i].size() > longest) out[i] = cells.id(i);
  return out;
}

}  // namespace

std::vector<fs::path> files_of_cells(const fs::path& target, const Cells& cells, const std::string& extension) {
  std::vector<fs::path> out;
  if (cells.size() <= 1) return {cells.size(), target};
  if (target.extension() == extension && !fs::is_directory(target)) {
    const auto stem = target.stem().string();
    for (const auto& name : names_of(cells))
      out.push_back(target.parent_path() / fmt::format("{}-{}{}", stem, name, extension));
    return out;
  }
  std::error_code error;
  fs::create_directories(target, error);
  if (!fs::is_directory(target))
    throw std::runtime_error(
        fmt::format("{}: is not a folder and cannot be created as one; several cells need a folder", target.string()));
  for (std::size_t i = 0; i < cells.size(); ++i) out.push_back(target / (cells.id(i) + extension));
  return out;
}

}  // namespace plumb
