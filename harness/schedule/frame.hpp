#pragma once
// What a cell's process tells: frames of a kind and bytes, one after the other through a pipe.
//
//   kind   1 byte
//   size   8 bytes, as the machine has them in memory
//   bytes

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/run/run.hpp"

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
  std::int64_t most_bytes = 0;  // that it had in memory at a time
};

/// What a handler of a fatal signal can find out.
struct Crash {
  int signal = 0;
  int error = 0;              // errno: ENOMEM after an allocation that has failed
  std::uint64_t address = 0;  // where memory was asked for in vain
  bool has_address = true;    // else the signal was sent by a process, maybe its own
};

struct Frame {
  FrameKind kind;
  std::string bytes;
};

/// Writes a whole frame; false if nobody reads any more. Obeys the rules for signal handlers.
bool write_frame(int pipe, FrameKind kind, std::string_view bytes);

/// Frames out of the pieces in which they come.
class FrameReader {
 public:
  void add(std::string_view piece) { waiting_ += piece; }
  /// The next one that is there as a whole.
  std::optional<Frame> next();

 private:
  std::string waiting_;
  std::size_t done_ = 0;  // of its bytes
};

/// A sample as bytes and back, bit by bit; none of what is no sample.
std::string packed(const Sample<quad>& sample);
std::optional<Sample<quad>> unpacked_sample(std::string_view bytes);

}  // namespace plumb
