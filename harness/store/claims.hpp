#pragma once
// Who runs which cell: rows of a table, each with the process that has claimed the cell.
//
// A claim ends with its run, or with its process. Of a process on this machine that is asked of the system: its number
// and the time of its start, since numbers are used again. Of one that cannot be seen from here (in another container,
// on another machine) the claim holds as long as it is renewed.

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
  CREATE TABLE IF NOT EXISTS claims (
    cell_id TEXT NOT NULL,
    source_fingerprint TEXT NOT NULL,
    place TEXT NOT NULL,
    process INTEGER NOT NULL,
    started INTEGER NOT NULL,
    alive TEXT NOT NULL,
    PRIMARY KEY (cell_id, source_fingerprint)
  ) WITHOUT ROWID)";

/// A process, wherever it is.
struct Claimant {
  std::string place;         // machine, its start and its space of process numbers
  std::int64_t process = 0;  // number
  std::int64_t started = 0;  // in ticks since the machine's start

  bool operator==(const Claimant&) const = default;
  static Claimant self();
};

/// Of claims that are renewed every `claims_renewed`.
inline constexpr auto claims_renewed = std::chrono::seconds(10), claims_expire = std::chrono::seconds(60);

/// Whether the claim of another one, renewed so long ago, holds still.
bool holds(const Claimant& claimant, std::chrono::duration<double> age);

// In a transaction of their own or of the caller's. All throw StoreError.

/// False: another process has it.
bool claim_cell(const Sqlite& db, std::string_view cell_id, std::string_view source_fingerprint);
/// Of this process.
void release_cell(const Sqlite& db, std::string_view cell_id, std::string_view source_fingerprint);
void release_all_cells(const Sqlite& db);
void renew_claims(const Sqlite& db);

/// Calls `renew` from a thread of its own, now and then, for as long as it lives.
class Renewal {
 public:
  explicit Renewal(std::function<void()> renew);

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace plumb
