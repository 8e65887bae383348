#include "harness/cli/work.hpp"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <utility>

#include "text/duration.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr double long_piece = 10;  // pieces with a longer expected time are announced [s]

std::string announced(const ExpectedSeconds& time) {
  return time.is_certain() ? "about " + duration(time.middle()) : "up to about " + duration(time.most);
}

}  // namespace

void announce(StatusLine& line, const std::string& title, const ExpectedSeconds& expected) {
  if (expected.most >= long_piece) line.note(title + " takes " + announced(expected));
}

Conduct conduct_of(StatusLine& line, int jobs, std::optional<double> total_timeout, std::string store) {
  return {.jobs = jobs,
          .interrupted = ctrl_c(),
          .progress = [&line](const std::string& text) { line.show(text); },
          .total_timeout = total_timeout,
          .store = std::move(store),
          .note = [&line](const std::string& text) { line.note(text); },
          .progress_interval = progress_interval()};
}

Exit exit_of(const PiecesEnding& ending, const std::string& noun) {
  if (!ending.stopped()) return Exit::ok;
  const auto [why, exit] = stop_of(ending);
  note(fmt::format("{}; {} of {} ended", why, ending.delivered, counted(ending.pieces, noun)));
  return exit;
}

Exit work(const TitledPieces& pieces, const WorkOptions& options) {
  StatusLine line(stderr_is_terminal());
  auto conduct = conduct_of(line, options.jobs, options.timeout);
  conduct.cell_timeout = options.piece_timeout;
  // The progress line is cleared before an outcome is printed.
  TitledPieces printed;
  for (const auto& [title, piece] : pieces)
    printed.emplace_back(title, [&line, &piece = piece]() -> std::function<void()> {
      return [&line, outcome = piece()] {
        line.clear();
        outcome();
      };
    });
  const auto ending = deliver_pieces(
      printed,
      {.noun = options.noun,
       .expected_seconds = options.expected_seconds,
       .estimated = [&](std::size_t piece,
                        const ExpectedSeconds& expected) { announce(line, pieces[piece].first, expected); }},
      conduct);
  line.clear();
  return exit_of(ending, options.noun);
}

namespace {

std::atomic<bool> signalled = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch it");

// Accessed only by the main thread.
int alive = 0;                     // number of existing objects
struct sigaction before_int = {};  // signal handlers before the first object
struct sigaction before_term = {};

void remember(int) { signalled = true; }

}  // namespace

Interruption::Interruption() {
  if (alive++ > 0) return;
  signalled = false;
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before_int);
  sigaction(SIGTERM, &action, &before_term);
}

Interruption::~Interruption() {
  if (--alive > 0) return;
  sigaction(SIGINT, &before_int, nullptr);
  sigaction(SIGTERM, &before_term, nullptr);
}

bool Interruption::requested() const { return signalled; }

std::function<bool()> ctrl_c() {
  return [interruption = std::make_shared<const Interruption>()] { return interruption->requested(); };
}

}  // namespace plumb
