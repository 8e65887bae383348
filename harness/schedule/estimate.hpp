#pragma once
// Estimates the time and memory of a study before it runs. Like the costs of its cells (cost.hpp), only the order of
// magnitude is correct.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "harness/cell/cells.hpp"
#include "harness/store/store.hpp"
#include "text/json.hpp"

namespace plumb {

struct StudyEstimate {
  std::size_t cells = 0, stored = 0;  // number of distinct cells; number of cells stored by this build
  double seconds = 0;                 // time of the cells that must run, on one core [s]
  double longest = 0;                 // longest time of one of these cells [s]
  double reference_seconds = 0;       // time of their references, each counted once [s]
  double run_bytes = 0;               // largest memory of one of these runs [bytes]
  double reference_bytes = 0;         // memory of all references together [bytes]

  std::size_t to_run() const { return cells - stored; }
  /// Returns the memory of a process with `jobs` parallel runs [bytes].
  double bytes(int jobs) const;
};

/// Visits every cell once. The store may be null. Has stopping points and reports progress. Throws StoreError.
StudyEstimate estimate(const Cells& cells, const Store* store);
/// Estimates a study without a store. A cell needs no run if `is_stored` returns true for its index in `cells`.
StudyEstimate estimate(const Cells& cells, const std::function<bool(std::size_t place)>& is_stored);

/// Opens the store with this path read-only. Null if the path is "" or the file does not exist.
std::unique_ptr<Store> store_if_readable(const std::string& store);

/// Returns the estimate as the object of `--estimate --json`, with the memory for `jobs` simultaneous runs.
Json to_json(const StudyEstimate& estimate, int jobs);

/// Returns whether the store has a result of the cell by this build that does not depend on the machine.
bool is_in(const Store& store, const std::string& cell_id);

}  // namespace plumb
