#pragma once
// Results are printed to stdout, all other output to stderr.

#include <stdexcept>
#include <string>
#include <string_view>

#include "text/json.hpp"

namespace plumb {

/// The reader has closed stdout (`plumb list methods | head -1`). The program ends without an error.
struct OutputClosed : std::runtime_error {
  OutputClosed() : std::runtime_error("stdout was closed") {}
};

/// Writes to stdout at once. Throws OutputClosed, or std::runtime_error if the text could not be written.
void print(std::string_view text);
/// Writes text that is not a result to stderr.
void print_to_stderr(std::string_view text);
/// Prints the value, indented by two, and a newline.
void print_json(const Json& json);

/// Writes one line to stderr: "plumb: text", with characters that a terminal can show.
void note(std::string_view text);
/// Does the same for the message of a fatal error: "plumb: error: text", in colour unless NO_COLOR is set.
void complain(std::string_view message);

/// A status line on stderr. If stderr is a terminal, the next status line replaces it, and lines are cut to the width.
class StatusLine {
 public:
  explicit StatusLine(bool replaces) : replaces_(replaces) {}
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  void show(const std::string& text);
  void clear();

  /// Print results and notes between two lines of progress.
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
