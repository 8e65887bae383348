#include "methods/from_library/asked_child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <optional>
#include <system_error>
#include <utility>

#include "contract/stop.hpp"

namespace plumb {
namespace {

// The kinds of messages: a question, and what becomes of it.
constexpr char question_kind = '?', succeeded = '+', failed = '-';
constexpr int line_of_the_child = 3;

void prepare_child(int line, pid_t parent) {
  ::setpgid(0, 0);                     // all that it starts is in its group, and ends with it
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

/// The child answers until its line ends. It ends without destructors and flushes, because these belong to the parent.
[[noreturn]] void answer_all(const std::function<std::string(std::string_view)>& answer) {
  while (const auto question = received_message(line_of_the_child)) {
    Message out;
    try {
      out = {succeeded, answer(question->bytes)};
    } catch (const std::exception& e) {
      out = {failed, e.what()};
    } catch (...) {
      out = {failed, "an exception of an unknown type"};
    }
    if (!send_message(line_of_the_child, out.kind, out.bytes)) break;
  }
  ::_exit(0);
}

}  // namespace

AskedChild::AskedChild(const std::function<std::string(std::string_view)>& answer) {
  auto [ours, its] = line_ends();
  const pid_t self = ::getpid();
  child_ = ::fork();
  if (child_ == 0) {
    prepare_child(*its, self);
    answer_all(answer);
  }
  if (child_ < 0) throw std::system_error(errno, std::generic_category(), "a child process");
  ::setpgid(child_, child_);  // as the child does: whoever comes first
  line_ = std::move(ours);
}

AskedChild::~AskedChild() { end(); }

void AskedChild::end() {
  if (*line_ < 0) return;
  ::kill(child_, SIGKILL);
  end_in_words();
}

/// Waits for the end of the child, and ends what it has started: until the child is reaped, its group cannot be
/// another's.
std::string AskedChild::end_in_words() {
  siginfo_t ended{};
  while (::waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;
  ::kill(-child_, SIGKILL);
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) continue;
  line_.close();
  if (WIFSIGNALED(status)) return std::string("it crashed: ") + ::strsignal(WTERMSIG(status));
  return "it ended the process with exit code " + std::to_string(WEXITSTATUS(status));
}

/// What the child answers; none: it has ended, or not answered within the time, and was ended.
std::optional<Message> AskedChild::receive(std::chrono::milliseconds longest) {
  constexpr int look_around = 20;  // ms, after requests to stop
  const auto end_of_patience = std::chrono::steady_clock::now() + longest;
  MessageReader reader;
  std::array<char, 65536> piece;
  while (true) {
    if (auto message = reader.next()) return message;
    if (stop_requested()) end();
    stopping_point();
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end_of_patience - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
      end();
      end_ = "it did not end within " + std::to_string(static_cast<double>(longest.count()) / 1000).substr(0, 4) + " s";
      return {};
    }
    pollfd waiting = {*line_, POLLIN, 0};
    if (::poll(&waiting, 1, std::clamp(static_cast<int>(left.count()), 1, look_around)) <= 0) continue;
    const auto count = ::read(*line_, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      end_ = end_in_words();
      return {};
    }
    reader.add({piece.data(), static_cast<std::size_t>(count)});
  }
}

AskedChild::Answer AskedChild::ask(std::string_view question, std::chrono::milliseconds longest) {
  if (*line_ < 0) return {.text = {}, .failure = end_.empty() ? "it was stopped" : end_};
  send_message(*line_, question_kind, question);  // who is no more shows when the answer is read
  const auto message = receive(longest);
  if (!message) return {.text = {}, .failure = end_};
  if (message->kind == succeeded) return {.text = message->bytes};
  return {.text = {}, .failure = message->bytes};
}

}  // namespace plumb
