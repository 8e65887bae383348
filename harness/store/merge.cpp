#include "harness/store/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include "contract/status.hpp"
#include "contract/stop.hpp"
#include "harness/store/connection.hpp"
#include "harness/store/run_row.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds merge_patience(30);

/// Returns the priority of a run, by which one of two runs of a cell is kept: the run with the larger value. It
/// consists of: whether the run ended by itself, the number of its timings, and the time at which it was stored.
std::tuple<bool, std::int64_t, std::string> worth(const RunRow& row, const Json& result) {
  const auto timing = result.value("timing", Json::object());
  const auto repeats = timing.is_object() ? timing.value("repeats", Json(nullptr)) : Json(nullptr);
  return {!depends_on_the_machine(status_from_name(row.status)),
          repeats.is_number_integer() ? repeats.get<std::int64_t>() : 0, row.created};
}

/// Returns whether both paths refer to the same file.
bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error);
}

/// A file that the destructor removes, unless it existed before or keep() was called.
class NewFile {
 public:
  explicit NewFile(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    is_new_file_ = !fs::exists(path_, error);
  }
  ~NewFile() {
    std::error_code error;
    if (is_new_file_) fs::remove(path_, error);
  }
  NewFile(const NewFile&) = delete;
  void keep() { is_new_file_ = false; }

 private:
  fs::path path_;
  bool is_new_file_ = false;
};

/// Copies rows to the target, within the caller's transaction.
class Merging {
 public:
  explicit Merging(const Sqlite& target) : target_(target), environments_(target) {}

  void take_all(const fs::path& input) {
    const Sqlite db(input.string(), to_read(input, merge_patience), merge_patience);
    check_schema(db, input.string());
    Environments(db).visit([&](const auto& id, const auto& text) { environments_.put(id, text); });
    Statement rows(db, fmt::format("SELECT {} FROM runs", RunRow::columns));
    while (rows.step()) {
      stopping_point();
      const auto row = RunRow::of(rows);
      if (is_sound(row))
        take(row, input);
      else
        leave_out(row);
    }
    Statement texts(db, "SELECT key, source_fingerprint, text, checksum FROM derived");
    while (texts.step()) take_derived(texts);
  }

  MergeCounts counts() {
    auto out = counts_;
    out.lost = std::ranges::count_if(omitted_, [&](const auto& key) { return !has_sound(key.first, key.second); });
    return out;
  }

 private:
  void take(const RunRow& row, const fs::path& input) {
    Statement known(target_,
                    fmt::format("SELECT {} FROM runs WHERE cell_id = ? AND source_fingerprint = ?", RunRow::columns));
    known.bind({row.cell_id, row.source_fingerprint});
    if (!known.step()) {
      put(row);
      ++counts_.added;
      return;
    }
    const auto there = RunRow::of(known);
    if (!is_sound(there) || (there.result != row.result && is_better(row, there, input))) {
      put(row);
      ++counts_.replaced;
    } else {
      ++counts_.same;
    }
  }

  bool is_sound(const RunRow& row) { return damage(row).empty() && environments_.has_environment_of(row.result); }

  void leave_out(const RunRow& row) {
    ++counts_.damaged;
    omitted_.emplace(row.cell_id, row.source_fingerprint);
  }

  bool has_sound(const std::string& cell_id, const std::string& fingerprint) {
    Statement known(target_,
                    fmt::format("SELECT {} FROM runs WHERE cell_id = ? AND source_fingerprint = ?", RunRow::columns));
    known.bind({cell_id, fingerprint});
    return known.step() && is_sound(RunRow::of(known));
  }

  /// Returns whether `row` must replace the row `there` of the target. Throws MergeConflict if both runs have ended by
  /// themselves with unequal results.
  static bool is_better(const RunRow& row, const RunRow& there, const fs::path& input) {
    const auto result = Json::parse(row.result), before = Json::parse(there.result);
    const auto of_row = worth(row, result), of_there = worth(there, before);
    if (std::get<0>(of_row) && std::get<0>(of_there)) {
      auto found = differences(before, result);
      if (!found.empty()) {
        const ChangedCell changed{row.cell_id, cell_from_json(Json::parse(row.cell)), std::move(found)};
        throw MergeConflict(changed.cell, changed.worst(), input);
      }
    }
    return of_row > of_there;
  }

  void put(RunRow row) const {
    row.checksum = row_checksum(row);
    write_row(target_, row);
  }

  void take_derived(const Statement& text) {
    const auto key = text.text(0), fingerprint = text.text(1), value = text.text(2);
    const auto checksum = derived_checksum(key, fingerprint, value);
    if (text.text(3) != checksum) return;  // a damaged text counts as missing
    Statement known(target_, "SELECT text, checksum FROM derived WHERE key = ? AND source_fingerprint = ?");
    known.bind({key, fingerprint});
    if (known.step() && known.text(1) == derived_checksum(key, fingerprint, known.text(0))) return;
    Statement insert(target_,
                     "INSERT OR REPLACE INTO derived (key, source_fingerprint, text, checksum) VALUES (?, ?, ?, ?)");
    insert.bind({key, fingerprint, value, checksum});
    insert.step();
    counts_.derived += target_.changes();
  }

  const Sqlite& target_;
  Environments environments_;
  MergeCounts counts_;
  std::set<std::pair<std::string, std::string>> omitted_;  // omitted damaged rows, by cell and build
};

}  // namespace

MergeConflict::MergeConflict(const Cell& cell, const Difference& worst, const fs::path& store)
    : std::runtime_error(fmt::format(
          "{}: the results of cell {} ({}) differ in {}: {} in this store, {} in the target; nothing was merged",
          store.string(), id(cell), title(cell), worst.name, value_text(worst.after), value_text(worst.before))) {}

MergeCounts merge_stores(const fs::path& target, const std::vector<fs::path>& inputs) {
  for (const auto& input : inputs) check_store_path(input, true);
  NewFile file(target);
  MergeCounts counts;
  {
    Store store(target);
    store.begin_writing();
    const Sqlite db(target.string(), Opening::read_write, merge_patience);
    Transaction transaction(db);
    Merging merging(db);
    for (const auto& input : inputs)
      if (!same_file(input, target)) merging.take_all(input);
    counts = merging.counts();
    transaction.commit();
  }
  file.keep();
  return counts;
}

}  // namespace plumb
