#pragma once
// How the program ends, and the exception that a user's mistake becomes: its message is for people, its code and place
// are for programs.

#include <compare>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

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

/// What kind of mistake a user has made.
enum class Mistake {
  not_allowed,    // a value that is none of those that are allowed, or that has no use there
  unknown_name,   // nothing is called so
  missing,        // what has to be there is not
  wrong_kind,     // a list for a number, a number for a text
  malformed,      // it is no TOML, no XML, no number, no formula
  out_of_range,   // a number that is too large or too small, or too many of something
  contradiction,  // of two things that are said, or one thing that is said twice
  unreadable      // a file that is not there, or that is none
};

/// "unknown-name".
std::string_view name(Mistake mistake);

struct UsageError;

/// Where something stands in a file that a user wrote.
struct FilePlace {
  std::shared_ptr<const std::string> file = {};  // null: on the command line
  std::size_t line = 1, column = 1;              // column 0: in the line
  std::string key = {};                          // that it is the value of, or its name; empty: there is none

  /// "FILE:LINE:COLUMN"; control characters of the path are escaped. Empty on the command line.
  std::string text() const;
  /// The same place, of another key.
  FilePlace of(std::string_view other) const;
  /// The same mistake at this place: the message comes after it. One in another file stays there on the command line.
  UsageError refusal(const UsageError& mistake) const;
  /// Whether both are in files, and in the same.
  bool is_in_file_of(const FilePlace& other) const { return file && other.file && *file == *other.file; }

  /// Some order of the places of one file.
  auto operator<=>(const FilePlace&) const = default;
};

/// A mistake in what the user wrote (exit 2). The message is one line and says what is allowed; of all mistakes of a
/// robot's file it has a line each, and the place is that of the first.
struct UsageError : std::runtime_error {
  UsageError(const std::string& message, Mistake code = Mistake::not_allowed)
      : std::runtime_error(message), mistake(code) {}
  UsageError(const char* message, Mistake code = Mistake::not_allowed) : UsageError(std::string(message), code) {}

  /// The same with "WORDS: " before the message.
  UsageError after(std::string_view words) const;
  /// The same, in the value of that key.
  UsageError of(std::string_view key) const;

  Mistake mistake;
  FilePlace place = {};
};

/// "'KEY' is missing", of that key.
UsageError missing_key(std::string_view key);

}  // namespace plumb
