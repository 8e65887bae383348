#include "harness/cli/interruption.hpp"

#include <atomic>
#include <csignal>
#include <memory>

namespace plumb {
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
