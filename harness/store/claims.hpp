#pragma once
// Claims prevent that several processes run the same cell. A claim is a row of the table `claims`: a cell, and the
// process that runs it.
//
// A claim ends with its run, or with its process. For a process on this machine, the operating system determines
// whether it still exists. A process is identified by its id and its start time, since ids are reused. If a process is
// invisible (in another container, on another machine), its claim is valid as long as it is renewed.

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

/// Unique identification of a process, across machines.
struct Claimant {
  std::string place;         // hash of machine, boot and PID namespace
  std::int64_t process = 0;  // process id
  std::int64_t started = 0;  // start time since the boot of the machine [ticks]

  bool operator==(const Claimant&) const = default;
  static Claimant self();
};

/// Claims are renewed every `claims_renewed`. A claim of a process on another machine or in another container expires
/// if it is not renewed for `claims_expire`.
inline constexpr auto claims_renewed = std::chrono::seconds(10), claims_expire = std::chrono::seconds(60);

/// Returns whether the claim of `claimant`, which was renewed `age` ago, still holds.
bool holds(const Claimant& claimant, std::chrono::duration<double> age);

// These functions use the caller's transaction, or create one. All throw StoreError.

/// Claims the cell for this process. Returns false if another process has claimed it.
bool claim_cell(const Sqlite& db, std::string_view cell_id, std::string_view source_fingerprint);
/// Release or renew claims of this process only.
void release_cell(const Sqlite& db, std::string_view cell_id, std::string_view source_fingerprint);
void release_all_cells(const Sqlite& db);
void renew_claims(const Sqlite& db);

/// Calls `renew` from a separate thread every `claims_renewed`, during the lifetime of this object.
class Renewal {
 public:
  explicit Renewal(std::function<void()> renew);

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace plumb
