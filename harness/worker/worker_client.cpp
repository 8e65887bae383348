#include "harness/worker/worker_client.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "contract/stop.hpp"

namespace plumb {
namespace {

constexpr int look_around = 20;  // interval between two checks of stops and of the worker [ms]

std::string in_words(const ProcessExit& end) {
  if (WIFSIGNALED(end.status)) return std::string("it crashed: ") + ::strsignal(WTERMSIG(end.status));
  return "it ended the process with exit code " + std::to_string(WEXITSTATUS(end.status));
}

}  // namespace

WorkerClient::Reply WorkerClient::failed(std::string why) {
  worker_.kill();
  end_ = std::move(why);
  return {.text = {}, .failure = end_};
}

WorkerClient::Reply WorkerClient::request(const WorkerOrder& order, std::chrono::milliseconds longest) {
  if (!end_.empty()) return failed(end_);
  worker_.send(order);  // reading the reply detects a worker that has ended
  const auto end_of_patience = std::chrono::steady_clock::now() + longest;
  bool is_closed = false;
  std::array<char, 65536> piece;
  while (true) {
    while (const auto message = reader_.next()) {
      if (message->kind == static_cast<char>(FrameKind::reply)) return {.text = message->bytes};
      if (message->kind == static_cast<char>(FrameKind::failure)) return {.text = {}, .failure = message->bytes};
    }
    if (stop_requested()) failed("it was stopped");
    stopping_point();
    if (std::chrono::steady_clock::now() >= end_of_patience)
      return failed("it did not end within " +
                    std::to_string(static_cast<double>(longest.count()) / 1000).substr(0, 4) + " s");
    const bool has_ended = worker_.end().has_value();
    pollfd waiting = {is_closed ? -1 : worker_.frames(), POLLIN, 0};
    if (::poll(&waiting, 1, has_ended ? 0 : is_closed ? 1 : look_around) > 0) {
      const auto count = ::read(worker_.frames(), piece.data(), piece.size());
      if (count > 0) reader_.add({piece.data(), static_cast<std::size_t>(count)});
      if (count == 0 || (count < 0 && errno != EINTR)) is_closed = true;
    } else if (has_ended) {
      return failed(in_words(*worker_.end()));
    }
  }
}

}  // namespace plumb
