#pragma once
// Delivers the results of a matrix in the order of its cells.

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "contract/stop.hpp"
#include "harness/cell/method_file.hpp"
#include "harness/run/build_info.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

using CellIndex = std::uint32_t;  // index in the list of cells

/// Which cells of the list are equal.
struct EqualCells {
  explicit EqualCells(const Cells& cells) : first(cells.size()), occurs_again(cells.size(), false) {
    std::unordered_map<std::uint64_t, CellIndex> places;
    for (CellIndex place = 0; place < cells.size(); ++place) {
      const auto [entry, is_new] = places.try_emplace(cells.key(place), place);
      first[place] = entry->second;
      if (!is_new) occurs_again[entry->second] = true;
    }
  }

  std::vector<CellIndex> first;    // the first place of each cell
  std::vector<bool> occurs_again;  // for first places: whether the cell occurs again
};

/// Passes results to `finished` in the order of the cells. Results that wait for earlier ones are in the store, or in a
/// temporary store.
class Delivery {
 public:
  Delivery(const Cells& cells, const EqualCells& equal, const MatrixOptions& options, const StoredCells& of_stored)
      : cells_(cells), equal_(equal), options_(options), of_stored_(of_stored), ended_(cells.size(), false) {}

  /// Notes that the result of a cell is in the store.
  void note_stored(CellIndex place, Status status) {
    ended_[place] = true;
    if (of_stored_.ended_as) skipped_[place] = status;
  }

  /// Must be called after the last `note_stored`. `count` is the number of stored results.
  void decide_on_stored(int count) {
    if (count <= of_stored_.most) skipped_.clear();
  }

  /// Accepts the result of a run.
  void accept(CellIndex place, const RunResult& result) {
    ended_[place] = true;
    const bool is_next = place == next_;
    if (is_next) options_.finished(next_++, result);
    const bool is_stored = options_.store && result.reference_in_time && is_stored_method(cells_[place].text().method);
    if (is_stored || (is_next && !equal_.occurs_again[place])) return;
    if (!temporary_) temporary_ = std::make_unique<Store>();
    temporary_->put(cells_[place].text(), build_info().fingerprint, result);
  }

  /// Returns a task that delivers the next results; none if the next result is missing, or if such a task runs. Each
  /// task delivers a limited number of results, because the store may contain 10^5, and other Finishes wait meanwhile.
  std::optional<Task> next() {
    constexpr CellIndex most = 200;
    if (delivers_) return {};
    skip_stored();
    auto end = next_;
    while (end < cells_.size() && end - next_ < most && has_ended(end) && !is_skipped(end)) ++end;
    if (end == next_) return {};
    delivers_ = true;
    const auto work = [this, end, temporary = temporary_.get()](TaskState&) -> Finish {
      std::vector<RunResult> results;
      for (auto place = next_; place < end; ++place) results.push_back(waiting_result(place, temporary));
      return [this, results = std::move(results)] {
        for (const auto& result : results) deliver_next(result);
        delivers_ = false;
        return true;
      };
    };
    return Task{.work = work, .title = "results", .is_prerequisite = true};
  }

  /// Delivers results after a stop, and returns the number of results that it leaves in the store. Most of them are not
  /// read, because that may take too long. Results outside of the store are always delivered, because they would be
  /// lost.
  std::size_t deliver_rest() {
    constexpr int most = 1000;
    std::size_t left = 0;
    for (int count = 0; next_ < cells_.size();) {
      if (is_skipped(next_)) {
        skip_stored();
      } else if (!has_ended(next_)) {
        ++next_;
      } else if (!options_.store || count++ < most || is_temporary(next_)) {
        deliver_next(waiting_result(next_, temporary_.get()));
      } else {
        ++left;
        ++next_;
      }
    }
    return left;
  }

 private:
  bool has_ended(CellIndex place) const { return ended_[equal_.first[place]]; }
  bool is_skipped(CellIndex place) const { return skipped_.contains(equal_.first[place]); }

  void skip_stored() {
    for (; next_ < cells_.size() && is_skipped(next_); ++next_)
      of_stored_.ended_as(next_, skipped_.at(equal_.first[next_]));
  }

  bool is_temporary(CellIndex place) const {
    return temporary_ && temporary_->status(cells_.id(place), build_info().fingerprint);
  }

  RunResult waiting_result(CellIndex place, const Store* temporary) const {
    stopping_point();
    for (const auto* store : {temporary, static_cast<const Store*>(options_.store)})
      if (store)
        if (auto found = store->find(cells_.id(place), build_info().fingerprint)) return std::move(found->result);
    throw StoreError(fmt::format("cell {} has vanished from the store", cells_.id(place)));
  }

  void deliver_next(const RunResult& result) {
    const auto first = equal_.first[next_];
    options_.finished(next_++, result);
    if (temporary_ && !equal_.occurs_again[first]) temporary_->remove(cells_.id(first), build_info().fingerprint);
  }

  const Cells& cells_;
  const EqualCells& equal_;
  const MatrixOptions& options_;
  const StoredCells& of_stored_;
  std::vector<bool> ended_;                        // by the first place of each cell
  std::unordered_map<CellIndex, Status> skipped_;  // statuses of the stored results that are not read
  std::unique_ptr<Store> temporary_;               // waiting results that are not in the store; null: none so far
  CellIndex next_ = 0;                             // place of the next result
  bool delivers_ = false;                          // whether a task delivers results, from the next result on
};

}  // namespace plumb
