#pragma once
// Tells which process runs which cell: each row of a table holds a cell and the process that has claimed it.
//
// A claim ends with its run, or with its process. Whether a process on this machine still exists is asked of the
// system: it is known by its number and the time of its start, since numbers are used again. A process that cannot be
// seen from here (in another container, on another machine) keeps its claim as long as it renews it.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "harness/store/sqlite.hpp"

namespace plumb {

inline constexpr const char* claims_schema = R"(
  CREATE TABLE claims (
    cell_id TEXT NOT NULL,
    source_fingerprint TEXT NOT NULL,
    place TEXT NOT NULL,
    process INTEGER NOT NULL,
    started INTEGER NOT NULL,
    alive TEXT NOT NULL,
    PRIMARY KEY (cell_id, source_fingerprint)
  ) WITHOUT ROWID)";

/// Identifies a process on any machine.
struct Claimant {
  std::string place;         // the machine, when it started, and its space of process numbers
  std::int64_t process = 0;  // its number
  std::int64_t started = 0;  // in ticks after the start of the machine

  bool operator==(const Claimant&) const = default;
  static Claimant self();
};

/// Claims are renewed every `claims_renewed`. From other places they expire if they were not renewed for
/// `claims_expire`.
inline constexpr auto claims_renewed = std::chrono::seconds(10), claims_expire = std::chrono::seconds(60);

/// Returns whether the claim of `claimant`, which was renewed `age` ago, still holds.
bool holds(const Claimant& claimant, std::chrono::duration<double> age);

// These use the caller's transaction, or one of their own if there is none. All throw StoreError.

/// Claims the cell for this process. Returns false if another process has it.
bool claim_cell(const Sqlite& db, std::string_view cell_id, std::string_view source_fingerprint);
/// These three concern the claims of this process only.
void release_cell(const Sqlite& db, std::string_view cell_id, std::string_view source_fingerprint);
void release_all_cells(const Sqlite& db);
void renew_claims(const Sqlite& db);

/// Calls `renew` from a thread of its own, once every `claims_renewed`, for as long as this object lives.
class Renewal {
 public:
  explicit Renewal(std::function<void()> renew);

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace plumb
