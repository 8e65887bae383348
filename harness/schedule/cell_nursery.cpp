#include "harness/schedule/cell_nursery.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>
#include <vector>

#include "harness/schedule/cell_line.hpp"
#include "methods/from_library/child_processes.hpp"

namespace plumb {
namespace {

constexpr int orders_line = 3;  // to who gives orders: the only file beside stdin, stdout and stderr

class Server {
 public:
  explicit Server(SharedProgress* progress) : progress_(progress) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, nullptr);
    signals_ = OwnedFile(signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC));
    take_over_orphans();
  }

  /// Until the other end of the line is closed.
  void run() {
    while (true) {
      std::vector<pollfd> files = {{orders_line, POLLIN, 0}, {*signals_, POLLIN, 0}};
      for (const auto& cell : cells_) files.push_back({*cell.line, POLLIN, 0});
      if (poll(files.data(), files.size(), -1) < 0) continue;
      for (std::size_t i = 0; i < cells_.size(); ++i)
        if (files[i + 2].revents != 0) obey(cells_[i]);
      if (files[1].revents != 0) take_note_of_ends();
      if (files[0].revents != 0 && !begin_next()) return end_all();
    }
  }

 private:
  struct Cell {
    pid_t process;
    OwnedFile line;
    bool is_heard = true;  // else there is nobody at the other end of its line
  };

  bool begin_next() {
    const auto order = received_process_order(orders_line);
    if (!order) return false;
    OwnedFile frames(order->frames), cells(order->cells), own_line(order->line);
    const pid_t server = getpid(), process = fork();
    if (process == 0) run_as_cells(frames.release(), cells.release(), progress_[order->place], server);
    if (process < 0) return true;  // its line is closed: who waits knows
    send_notice(*own_line, {.has_ended = false, .value = process});
    cells_.push_back({process, std::move(own_line)});
    return true;
  }

  static void obey(Cell& cell) {
    CellCommand command{};
    switch (receive_command(*cell.line, command)) {
      case Received::nothing: return;
      case Received::message: kill(cell.process, command == CellCommand::stop ? stop_signal : SIGKILL); return;
      case Received::end:
        if (std::exchange(cell.is_heard, false)) kill(cell.process, SIGKILL);
        cell.line.close();  // a file of −1 is passed over by poll
    }
  }

  void take_note_of_ends() {
    signalfd_siginfo ignored;
    while (read(*signals_, &ignored, sizeof ignored) > 0) {
    }
    int status = 0;
    rusage used{};
    for (pid_t ended = 0; (ended = wait4(-1, &status, WNOHANG, &used)) > 0;) {
      const auto cell = std::find_if(cells_.begin(), cells_.end(), [&](const Cell& c) { return c.process == ended; });
      if (cell == cells_.end()) continue;
      send_notice(*cell->line, {.has_ended = true, .value = status, .most_bytes = 1024 * used.ru_maxrss});
      cells_.erase(cell);
    }
  }

  /// Also what the cells have begun, and left behind.
  static void end_all() { end_all_children(); }

  SharedProgress* progress_;
  OwnedFile signals_;
  std::vector<Cell> cells_;
};

/// Ctrl-C goes to all processes of a terminal; what is to be done about it is told on the line.
void leave_signals_to_others() {
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);
}

void keep_the_line(int given) {
  dup2(given, orders_line);
  closefrom(orders_line + 1);
  if (const int nothing = open("/dev/null", O_RDONLY); nothing >= 0) {
    dup2(nothing, STDIN_FILENO);
    close(nothing);
  }
}

}  // namespace

void run_as_keeper(int given, SharedProgress* progress) {
  leave_signals_to_others();
  keep_the_line(given);
  while (true) {
    const pid_t server = fork();
    if (server == 0) {
      Server(progress).run();
      _exit(0);
    }
    int status = 0;
    if (server < 0 || waitpid(server, &status, 0) < 0 || WIFEXITED(status)) _exit(0);
  }
}

}  // namespace plumb
