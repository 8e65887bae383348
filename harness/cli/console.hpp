#pragma once
// Where output goes: results to stdout, everything else to stderr.

#include <stdexcept>
#include <string>
#include <string_view>

#include "text/json.hpp"

namespace plumb {

/// The reader of stdout went away (`plumb list methods | head -1`): an end, no failure.
struct OutputClosed : std::runtime_error {
  OutputClosed() : std::runtime_error("stdout was closed") {}
};

/// Writes to stdout at once. Throws OutputClosed, or std::runtime_error if the text could not be written.
void print(std::string_view text);
/// Writes to stderr what is not the answer.
void print_to_stderr(std::string_view text);
/// The value, indented by two, and a newline.
void print_json(const Json& json);

/// One line on stderr: "plumb: text", made fit for a terminal.
void note(std::string_view text);
/// The same for what ends the program: "plumb: error: text", in colour unless NO_COLOR is set.
void complain(std::string_view message);

/// One line on stderr that the next one of them replaces, where stderr is a terminal; cut to its width.
class StatusLine {
 public:
  explicit StatusLine(bool replaces) : replaces_(replaces) {}
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  void show(const std::string& text);
  void clear();

  /// Results and notes between two lines of progress.
  void print(std::string_view text);
  void note(std::string_view text);

 private:
  bool replaces_, shown_ = false;
};

bool stderr_is_terminal();

}  // namespace plumb
