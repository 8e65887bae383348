#include "harness/store/claims.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace plumb {
namespace {

constexpr const char* now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

std::string first_word(const std::string& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

std::string host() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string this_place() {
  std::error_code error;
  const auto numbers = std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
  return fmt::format("{} {} {}", host(), first_word("/proc/sys/kernel/random/boot_id"), numbers);
}

/// Returns the 22nd field of /proc/PID/stat; the second field is a name in parentheses with arbitrary characters.
/// Returns 0 if there is no such process, or if it has ended and its parent has not waited for it yet.
std::int64_t start_of(std::int64_t process) {
  std::ifstream in(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(in, text);
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(text.substr(name_end + 1));
  std::string state, skipped;
  std::int64_t start = 0;
  fields >> state;
  for (int field = 4; field < 22; ++field) fields >> skipped;
  fields >> start;
  const bool is_gone = state == "Z" || state == "X";
  return fields && !is_gone ? start : 0;
}

void bind_self(Statement& query, const Claimant& self, int first) {
  query.bind(first, self.place);
  query.bind(first + 1, self.process);
  query.bind(first + 2, self.started);
}

}  // namespace

Claimant Claimant::self() {
  thread_local Claimant known;
  if (known.process != getpid())
    known = {this_place(), getpid(), start_of(getpid())};  // after a fork, the child is another process
  return known;
}

bool holds(const Claimant& claimant, std::chrono::duration<double> age) {
  static const auto here = this_place();
  if (claimant.place == here) return start_of(claimant.process) == claimant.started;
  return age < claims_expire;
}

bool claim_cell(const Sqlite& db, std::string_view cell_id, std::string_view source_fingerprint) {
  const auto self = Claimant::self();
  Statement query(
      db,
      "SELECT place, process, started, CAST(1000 * 86400 * (julianday('now') - julianday(alive)) AS INTEGER) "
      "FROM claims WHERE cell_id = ? AND source_fingerprint = ?");
  query.bind({cell_id, source_fingerprint});
  if (query.step()) {
    const Claimant other{query.text(0), query.number(1), query.number(2)};
    if (other != self && holds(other, std::chrono::milliseconds(query.number(3)))) return false;
  }
  Statement insert(db, fmt::format("INSERT OR REPLACE INTO claims (cell_id, source_fingerprint, place, process, "
                                   "started, alive) VALUES (?, ?, ?, ?, ?, {})",
                                   now));
  insert.bind({cell_id, source_fingerprint});
  bind_self(insert, self, 3);
  insert.step();
  return true;
}

void release_cell(const Sqlite& db, std::string_view cell_id, std::string_view source_fingerprint) {
  const auto self = Claimant::self();
  Statement query(db,
                  "DELETE FROM claims WHERE cell_id = ? AND source_fingerprint = ? AND place = ? AND process = ? AND "
                  "started = ?");
  query.bind({cell_id, source_fingerprint});
  bind_self(query, self, 3);
  query.step();
}

void release_all_cells(const Sqlite& db) {
  const auto self = Claimant::self();
  Statement query(db, "DELETE FROM claims WHERE place = ? AND process = ? AND started = ?");
  bind_self(query, self, 1);
  query.step();
}

void renew_claims(const Sqlite& db) {
  const auto self = Claimant::self();
  Statement query(db, fmt::format("UPDATE claims SET alive = {} WHERE place = ? AND process = ? AND started = ?", now));
  bind_self(query, self, 1);
  query.step();
}

Renewal::Renewal(std::function<void()> renew)
    : thread_([this, renew = std::move(renew)](const std::stop_token& end) {
        std::unique_lock lock(mutex_);
        while (!end.stop_requested())
          if (!wake_.wait_for(lock, end, claims_renewed, [] { return false; }) && !end.stop_requested()) renew();
      }) {}

}  // namespace plumb
