#include "methods/from_library/asked_child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "contract/stop.hpp"

namespace plumb {
namespace {

// A message is its size, as the machine has it in memory, and its bytes; those of answers begin with one of these.
using MessageSize = std::uint64_t;
constexpr char succeeded = '+', failed = '-';
constexpr int line_of_the_child = 3;

[[noreturn]] void refuse(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

bool write_all(int to, const char* bytes, std::size_t size) {
  while (size > 0) {
    const auto count = ::send(to, bytes, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool send_message(int to, std::string_view text) {
  const MessageSize size = text.size();
  std::array<char, sizeof size> head;
  std::memcpy(head.data(), &size, sizeof size);
  return write_all(to, head.data(), head.size()) && write_all(to, text.data(), text.size());
}

bool read_all(int from, char* bytes, std::size_t size) {
  while (size > 0) {
    const auto count = ::read(from, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<std::string> received_message(int from) {
  std::array<char, sizeof(MessageSize)> head;
  MessageSize size = 0;
  if (!read_all(from, head.data(), head.size())) return {};
  std::memcpy(&size, head.data(), sizeof size);
  std::string out(size, '\0');
  if (!read_all(from, out.data(), out.size())) return {};
  return out;
}

void prepare_child(int line, pid_t parent) {
  ::setpgid(0, 0);                     // what it begins is of its group, and ends with it
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // an endless loop would outlive a parent that is killed
  if (::getppid() != parent) ::_exit(0);
  const rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  for (const int signal : {SIGINT, SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, SIG_DFL);
  ::dup2(line, line_of_the_child);
  ::closefrom(line_of_the_child + 1);
  const int silence = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(silence, stream);
}

/// What the child does. It ends without destructors and flushes: all of these are the parent's.
[[noreturn]] void answer_all(const std::function<std::string(std::string_view)>& answer) {
  while (const auto question = received_message(line_of_the_child)) {
    std::string text;
    try {
      text = succeeded + answer(*question);
    } catch (const std::exception& e) {
      text = failed + std::string(e.what());
    } catch (...) {
      text = failed + std::string("an exception of an unknown type");
    }
    if (!send_message(line_of_the_child, text)) break;
  }
  ::_exit(0);
}

}  // namespace

AskedChild::AskedChild(const std::function<std::string(std::string_view)>& answer) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) refuse("a line to a child process");
  const pid_t self = ::getpid();
  child_ = ::fork();
  if (child_ == 0) {
    prepare_child(ends[1], self);
    answer_all(answer);
  }
  ::close(ends[1]);
  line_ = ends[0];
  if (child_ > 0) {
    ::setpgid(child_, child_);  // as the child does: whoever comes first
    return;
  }
  ::close(line_);
  refuse("a child process");
}

AskedChild::~AskedChild() { end(); }

void AskedChild::end() {
  if (line_ < 0) return;
  ::kill(child_, SIGKILL);
  end_in_words();
}

/// Waits for the end of the child, and ends what it has begun: until the child is reaped its group cannot be another's.
std::string AskedChild::end_in_words() {
  siginfo_t ended{};
  while (::waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;
  ::kill(-child_, SIGKILL);
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) continue;
  ::close(std::exchange(line_, -1));
  if (WIFSIGNALED(status)) return std::string("it crashed: ") + ::strsignal(WTERMSIG(status));
  return "it ended the process with exit code " + std::to_string(WEXITSTATUS(status));
}

/// So many bytes as `out` has room for; false: the child has ended, or not sent them within the time, and was ended.
bool AskedChild::receive(std::string& out, std::chrono::milliseconds longest) {
  constexpr int look_around = 20;  // ms, after requests to stop
  const auto end_of_patience = std::chrono::steady_clock::now() + longest;
  for (std::size_t done = 0; done < out.size();) {
    if (stop_requested()) end();
    stopping_point();
    if (std::chrono::steady_clock::now() >= end_of_patience) {
      end();
      end_ = "it did not end within " + std::to_string(static_cast<double>(longest.count()) / 1000).substr(0, 4) + " s";
      return false;
    }
    pollfd waiting = {line_, POLLIN, 0};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end_of_patience - std::chrono::steady_clock::now());
    if (::poll(&waiting, 1, std::clamp(static_cast<int>(left.count()), 1, look_around)) <= 0) continue;
    const auto count = ::read(line_, out.data() + done, out.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      end_ = end_in_words();
      return false;
    }
    done += static_cast<std::size_t>(count);
  }
  return true;
}

AskedChild::Answer AskedChild::ask(std::string_view question, std::chrono::milliseconds longest) {
  if (line_ < 0) return {.text = {}, .failure = end_.empty() ? "it was stopped" : end_};
  send_message(line_, question);  // who is no more shows when the answer is read
  std::string head(sizeof(MessageSize), '\0'), text;
  if (!receive(head, longest)) return {.text = {}, .failure = end_};
  MessageSize size = 0;
  std::memcpy(&size, head.data(), sizeof size);
  text.resize(size);
  if (!receive(text, longest)) return {.text = {}, .failure = end_};
  const bool went_well = !text.empty() && text.front() == succeeded;
  text.erase(0, 1);
  return went_well ? Answer{text} : Answer{.text = {}, .failure = text};
}

}  // namespace plumb
