#pragma once
// If a cell's process has ended without a result, this says why, as a status and in words.

#include <cstdint>
#include <optional>
#include <string>

#include "contract/status.hpp"
#include "harness/worker/messages.hpp"

namespace plumb {

/// Tells whether this program has ended the process, and why.
enum class Forced { no, timeout, interrupted, memory };

/// All that is known of the end of a process.
struct ProcessEnd {
  int status = 0;  // of waitpid
  Forced forced = Forced::no;
  std::optional<Crash> crash = {};  // from the process itself
  std::string words = {};           // the last words of the process
  std::uint64_t memory = 0;         // bytes that it was allowed
  std::int64_t most_bytes = 0;      // the most that it had in memory
  std::int64_t oom_kills = 0;       // count of the system before the process began
};

struct CellEnd {
  Status status;
  std::string reason;
};

CellEnd cell_end(const ProcessEnd& end);

/// Returns how many processes the system has ended so far because memory was short.
std::int64_t oom_kills();

/// Returns a number of bytes for readers: "512 MB".
std::string size_text(std::uint64_t bytes);

}  // namespace plumb
