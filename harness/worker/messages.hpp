#pragma once
// What a worker and the process that started it tell each other, as messages of a line.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/worker/message_line.hpp"

namespace plumb {

enum class OrderKind : char {
  cell = 's',           // a cell, as canonical JSON, for a worker that runs one after the other
  cell_alone = 'a',     // the same, for a process that has run no other cell and will run none
  library = 'l',        // the path of a library to be loaded: what method does it describe?
  libraries_end = 'e',  // what loaded libraries do when a program ends
  method = 'm',         // a method whose steps will be asked for (isolated_steps.cpp)
  steps = 'q'           // a question about its steps
};

struct WorkerOrder {
  OrderKind kind = OrderKind::cell;
  std::string text = {};
  std::uint64_t memory = 0;  // bytes that the process may take beyond what it has, where the order has a limit
};

/// False: nobody is at the other end.
bool send_order(int line, const WorkerOrder& order);
/// Waits for one; none: the other end is closed.
std::optional<WorkerOrder> received_order(int line);

enum class FrameKind : char {
  sample = 's',   // a sampled state in quad
  result = 'r',   // the JSON of a result, as the store would keep it
  crash = 'c',    // a Crash
  words = 'w',    // why the program was about to end
  begun = 'b',    // the number of the process of a cell that is run alone
  ended = 'e',    // the ProcessExit of that process
  answer = '+',   // what was asked for
  failure = '-',  // why there is no answer
};

struct ProcessExit {
  int status = 0;               // of waitpid
  std::int64_t most_bytes = 0;  // the most that it had in memory
};

/// A handler of a fatal signal can find this out.
struct Crash {
  int signal = 0;
  int error = 0;              // errno: ENOMEM after an allocation that has failed
  std::uint64_t address = 0;  // address whose access failed
  bool has_address = true;    // else a process sent the signal, maybe this one
};

/// Sends a whole frame; false: nobody reads any more. It may be called by the handler of a signal.
inline bool send_frame(int line, FrameKind kind, std::string_view bytes) {
  return send_message(line, static_cast<char>(kind), bytes);
}

}  // namespace plumb
