#include "harness/cli/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace plumb {
namespace {

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

void write_to_stderr(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

void print(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written) return;
  if (errno == EPIPE) throw OutputClosed();
  throw std::system_error(errno, std::generic_category(), "the output could not be written");
}

void print_json(const Json& json) { print(json.dump(2) + "\n"); }

void print_json_line(const Json& json) { print(json.dump() + "\n"); }

void note(std::string_view text) { write_to_stderr("plumb: " + std::string(text) + "\n"); }

void StatusLine::show(const std::string& text) {
  if (!replaces_) return note(text);
  write_to_stderr("\r\033[K" + text.substr(0, terminal_width() - 1));
  shown_ = true;
}

void StatusLine::clear() {
  if (shown_) write_to_stderr("\r\033[K");
  shown_ = false;
}

bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

bool colours_messages() {
  const char* refused = std::getenv("NO_COLOR");
  return stderr_is_terminal() && (refused == nullptr || *refused == '\0');
}

}  // namespace plumb
