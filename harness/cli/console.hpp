#pragma once
// Results are printed to stdout, all other output to stderr.

#include <stdexcept>
#include <string>
#include <string_view>

#include "text/json.hpp"

namespace plumb {

/// Thrown if the reader of a pipe has closed stdout (`plumb list methods | head -1`). The program then ends without an
/// error.
struct OutputClosed : std::runtime_error {
  OutputClosed() : std::runtime_error("stdout was closed") {}
};

/// Writes to stdout without buffering. Throws OutputClosed, or std::runtime_error if the text could not be written.
void print(std::string_view text);
/// Writes text that is not a result to stderr.
void print_to_stderr(std::string_view text);
/// Prints the value to stdout, indented by two, with a newline.
void print_json(const Json& json);

/// Writes "plumb: text" to stderr in one line, with control characters escaped.
void note(std::string_view text);
/// Writes the message of a fatal error to stderr: "plumb: error: text", in colour unless NO_COLOR is set.
void complain(std::string_view message);

/// A progress line on stderr. On a terminal (`replaces`), each line replaces the previous one and is cut to the width
/// of the terminal. Otherwise the lines follow each other.
class StatusLine {
 public:
  explicit StatusLine(bool replaces) : replaces_(replaces) {}
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  void show(const std::string& text);
  void clear();

  /// Print results or notes without mixing them with the progress line.
  void print(std::string_view text);
  void note(std::string_view text);

 private:
  bool replaces_, shown_ = false;
};

bool stderr_is_terminal();

/// Seconds between two lines of progress if stderr is not a terminal, so that no verb is silent for 10 s.
inline constexpr int lasting_lines = 6;

/// Returns the seconds between two lines of progress on stderr.
double progress_interval();

}  // namespace plumb
