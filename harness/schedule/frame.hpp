#pragma once
// What the process of a cell and the one that asked for it tell each other, as messages of a line.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/run/run.hpp"
#include "methods/from_library/message_line.hpp"

namespace plumb {

enum class FrameKind : char {
  sample = 's',  // a sampled state in quad
  result = 'r',  // the JSON of a result, as the store would keep it
  crash = 'c',   // a Crash
  words = 'w',   // why the program was about to end
  begun = 'b',   // the number of the process of a cell that is run alone
  ended = 'e',   // the CellProcessEnd of that process
};

struct CellProcessEnd {
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

/// A cell to be run.
struct CellOrder {
  std::uint64_t memory = 0;  // bytes that the process may take beyond what it has
  bool alone = false;        // in a process that has run no other cell and will run none
  std::string cell;          // canonical JSON
};

/// Sends a whole frame; false: nobody reads any more. It may be called by the handler of a signal.
inline bool send_frame(int line, FrameKind kind, std::string_view bytes) {
  return send_message(line, static_cast<char>(kind), bytes);
}

/// False: nobody is at the other end.
bool send_cell_order(int line, const CellOrder& order);
/// Waits for one; none: the other end is closed.
std::optional<CellOrder> received_cell_order(int line);

/// These turn a sample into bytes and back, bit by bit. The result is none if the bytes are not a sample.
std::string packed(const Sample<quad>& sample);
std::optional<Sample<quad>> unpacked_sample(std::string_view bytes);

}  // namespace plumb
