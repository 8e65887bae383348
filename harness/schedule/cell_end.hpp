#pragma once
// Why a cell's process has ended without a result, as a status and in words.

#include <cstdint>
#include <optional>
#include <string>

#include "contract/status.hpp"
#include "harness/schedule/frame.hpp"

namespace plumb {

/// Whether we have ended it, and why.
enum class Forced { no, timeout, interrupted, memory };

/// All that is known of the end of a process.
struct ProcessEnd {
  int status = 0;  // of waitpid
  Forced forced = Forced::no;
  std::optional<Crash> crash = {};  // from the process itself
  std::string words = {};           // the same
  std::uint64_t memory = 0;         // bytes that it was allowed
  std::int64_t most_bytes = 0;      // that it had in memory
  std::int64_t oom_kills = 0;       // of the system, before it began
};

struct CellEnd {
  Status status;
  std::string reason;
};

CellEnd cell_end(const ProcessEnd& end);

/// How many processes the system has ended for want of memory so far.
std::int64_t oom_kills();

/// "512 MB": a number of bytes for people.
std::string size_text(std::uint64_t bytes);

}  // namespace plumb
