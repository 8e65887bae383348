#pragma once
// The exit codes of the program, and the exception for a user's mistake: its message is for people, its code and place
// are for programs.

#include <compare>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "contract/mistake.hpp"

namespace plumb {

/// Exit codes of every verb. Codes 4 and 5 say that nothing was proved, so they never look like 0 or 1.
enum class Exit : int {
  ok = 0,                 // all fine and all verdicts pass
  verdict_failed = 1,     // a verdict failed
  usage = 2,              // usage or specification error
  internal = 3,           // internal or I/O error
  nothing_measured = 4,   // nothing was measured or the matrix is incomplete
  machine_unfit = 5,      // the machine is unfit for timing verdicts
  reference_limited = 6,  // reference-limited where accuracy was asserted
  timeout = 124,          // global timeout
  interrupted = 130,
};

struct UsageError;

/// A place in a file that a user wrote.
struct FilePlace {
  std::shared_ptr<const std::string> file = {};  // null: on the command line
  std::size_t line = 1, column = 1;              // column 0: only the line is known; line 0: only the file
  std::string key = {};                          // the key whose value or name stands here; empty: there is none

  /// Returns "FILE:LINE:COLUMN" as far as it is known, with control characters of the path escaped. It is empty on the
  /// command line.
  std::string text() const;
  /// Returns the same place with another key.
  FilePlace of(std::string_view other) const;
  /// Returns the same mistake at this place, which stands before the message. On the command line, a mistake in another
  /// file stays there.
  UsageError refusal(const UsageError& mistake) const;
  /// Returns whether both places are in files, and in the same one.
  bool is_in_file_of(const FilePlace& other) const { return file && other.file && *file == *other.file; }

  /// An order of the places of one file.
  auto operator<=>(const FilePlace&) const = default;
};

/// A mistake in what the user wrote (exit 2). The message is one line and says what is allowed. For a robot's file it
/// has a line for each mistake, and the place is that of the first.
struct UsageError : std::runtime_error {
  UsageError(const std::string& message, Mistake code = Mistake::not_allowed)
      : std::runtime_error(message), mistake(code) {}
  UsageError(const char* message, Mistake code = Mistake::not_allowed) : UsageError(std::string(message), code) {}

  /// Returns the same mistake with "WORDS: " before the message.
  UsageError after(std::string_view words) const;
  /// Returns the same mistake, in the value of that key.
  UsageError of(std::string_view key) const;

  Mistake mistake;
  FilePlace place = {};
};

/// The mistake "'KEY' is missing", at that key.
UsageError missing_key(std::string_view key);

}  // namespace plumb
