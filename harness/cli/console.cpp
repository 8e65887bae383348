#include "harness/cli/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "text/printable.hpp"

namespace plumb {
namespace {

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

constexpr std::size_t longest_message = 2000;  // limit of a message [characters]; lists of all methods are half as long

// Returns a message with control characters escaped, except newlines: each error in a file has its own line.
std::string message_text(std::string_view text) {
  const auto end = text.find('\n');
  if (end == text.npos) return printable(text, longest_message);
  return printable(text.substr(0, end), longest_message) + "\n" + message_text(text.substr(end + 1));
}

bool colours_messages() {  // returns whether messages are coloured, by the rules of no-color.org
  const char* refused = std::getenv("NO_COLOR");
  return stderr_is_terminal() && (refused == nullptr || *refused == '\0');
}

}  // namespace

void print(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written) return;
  if (errno == EPIPE) throw OutputClosed();
  throw std::system_error(errno, std::generic_category(), "the output could not be written");
}

void print_to_stderr(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

// Bytes that are not UTF-8, as in file names, are replaced.
void print_json(const Json& json) { print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"); }

void note(std::string_view text) { print_to_stderr("plumb: " + message_text(text) + "\n"); }

void complain(std::string_view message) {
  const std::string error = colours_messages() ? "\033[1;31merror:\033[0m " : "error: ";
  print_to_stderr("plumb: " + error + message_text(message) + "\n");
}

void StatusLine::show(const std::string& text) {
  if (!replaces_) return plumb::note(text);
  print_to_stderr("\r\033[K" + text.substr(0, terminal_width() - 1));
  shown_ = true;
}

void StatusLine::clear() {
  if (shown_) print_to_stderr("\r\033[K");
  shown_ = false;
}

void StatusLine::print(std::string_view text) {
  clear();
  plumb::print(text);
}

void StatusLine::note(std::string_view text) {
  clear();
  plumb::note(text);
}

bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

double progress_interval() { return stderr_is_terminal() ? 0.25 : lasting_lines; }

}  // namespace plumb
