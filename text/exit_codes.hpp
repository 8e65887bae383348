#pragma once
// The exit codes of the program, and the exception for a user's mistake. The exception has a message for people, and a
// code and a location for programs.

#include <compare>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "contract/mistake.hpp"

namespace plumb {

/// Exit codes of every verb. Codes 4 and 5 mean that nothing was verified, so they differ from 0 and 1.
enum class Exit : int {
  ok = 0,                 // all fine and all verdicts pass
  verdict_failed = 1,     // a verdict failed
  usage = 2,              // usage or specification error
  internal = 3,           // internal or I/O error
  nothing_measured = 4,   // nothing was measured or the matrix is incomplete
  machine_unfit = 5,      // the machine is unfit for timing verdicts
  reference_limited = 6,  // the reference is too inaccurate to verify an asserted accuracy
  timeout = 124,          // global timeout
  interrupted = 130,      // Ctrl-C
};

struct UsageError;

/// A location in a file of the user.
struct FilePlace {
  std::shared_ptr<const std::string> file = {};  // name of the file; null: command line
  std::size_t line = 1, column = 1;  // position; column 0: only the line is known; line 0: only the file is known
  std::string key = {};              // key whose name or value is at this location; empty: none

  /// Returns "FILE:LINE:COLUMN" as far as it is defined, with control characters of the path escaped. Empty on the
  /// command line.
  std::string text() const;
  /// Returns the same location with another key.
  FilePlace of(std::string_view other) const;
  /// Returns the same mistake with this location before the message. On the command line, a mistake in another file
  /// keeps its location.
  UsageError refusal(const UsageError& mistake) const;
  /// Returns whether both locations are in the same file.
  bool is_in_file_of(const FilePlace& other) const { return file && other.file && *file == *other.file; }

  /// The order of locations in one file.
  auto operator<=>(const FilePlace&) const = default;
};

/// A mistake in user input (exit 2). The message is one line and includes the allowed input. For robot files it has one
/// line per mistake, and the location belongs to the first mistake.
struct UsageError : std::runtime_error {
  UsageError(const std::string& message, Mistake code = Mistake::not_allowed)
      : std::runtime_error(message), mistake(code) {}
  UsageError(const char* message, Mistake code = Mistake::not_allowed) : UsageError(std::string(message), code) {}

  /// Returns the same mistake with "WORDS: " before the message.
  UsageError after(std::string_view words) const;
  /// Returns the same mistake, with `key` as the key whose value is wrong.
  UsageError of(std::string_view key) const;

  Mistake mistake;
  FilePlace place = {};
};

/// Returns the mistake "'KEY' is missing".
UsageError missing_key(std::string_view key);

}  // namespace plumb
