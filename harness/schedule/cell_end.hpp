#pragma once
// Determines the status and the reason if a cell's process ended without a result.

#include <cstdint>
#include <optional>
#include <string>

#include "contract/status.hpp"
#include "harness/worker/messages.hpp"

namespace plumb {

/// Reason for which this program killed the process; `no`: it did not kill the process.
enum class Forced { no, timeout, interrupted, memory };

/// All information about the end of a process.
struct ProcessEnd {
  int status = 0;  // wait status of waitpid()
  Forced forced = Forced::no;
  std::optional<Crash> crash = {};  // crash report of the process itself
  std::string words = {};           // reason reported by the process before it ended; empty: no report
  std::uint64_t memory = 0;         // memory limit of the process [bytes]
  std::int64_t most_bytes = 0;      // maximum resident memory [bytes]
  std::int64_t oom_kills = 0;       // the system's count of OOM kills before the process began
};

struct CellEnd {
  Status status;
  std::string reason;
};

CellEnd cell_end(const ProcessEnd& end);

/// Returns the number of processes that the system has killed so far because memory was short.
std::int64_t oom_kills();

/// Returns a number of bytes as readable text: "512 MB".
std::string size_text(std::uint64_t bytes);

}  // namespace plumb
