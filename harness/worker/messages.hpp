#pragma once
// Messages between a worker and its parent process.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/worker/message_line.hpp"

namespace plumb {

enum class OrderKind : char {
  cell = 's',           // cell as canonical JSON, for a worker that runs several cells
  cell_alone = 'a',     // cell as canonical JSON, for a worker that runs only this cell
  library = 'l',        // path of a library to load and describe
  libraries_end = 'e',  // request to run the exit handlers of loaded libraries
  method = 'm',         // method whose steps will be requested (isolated_steps.cpp)
  steps = 'q'           // request for steps of this method
};

struct WorkerOrder {
  OrderKind kind = OrderKind::cell;
  std::string text = {};
  std::uint64_t memory = 0;  // limit of additional memory [bytes], for orders with a limit
};

/// Returns false if the other end is closed.
bool send_order(int line, const WorkerOrder& order);
/// Waits for an order; nullopt if the other end is closed.
std::optional<WorkerOrder> received_order(int line);

enum class FrameKind : char {
  sample = 's',   // sampled state in quad
  result = 'r',   // result as JSON, as in the store
  crash = 'c',    // crash report
  words = 'w',    // reason for which the program is about to end
  begun = 'b',    // process id of a cell that runs alone
  ended = 'e',    // ProcessExit of that process
  reply = '+',    // requested result
  failure = '-',  // reason why there is no result
};

struct ProcessExit {
  int status = 0;               // wait status of waitpid()
  std::int64_t most_bytes = 0;  // maximum resident memory [bytes]
};

/// Data available to the handler of a fatal signal.
struct Crash {
  int signal = 0;
  int error = 0;              // errno, such as ENOMEM after a failed allocation
  std::uint64_t address = 0;  // address whose access failed
  bool has_address = true;    // false: a process sent the signal, possibly this process
};

/// Sends a whole frame; returns false if the other end is closed. May be called by signal handlers.
inline bool send_frame(int line, FrameKind kind, std::string_view bytes) {
  return send_message(line, static_cast<char>(kind), bytes);
}

}  // namespace plumb
