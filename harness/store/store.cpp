#include "harness/store/store.hpp"

#include <fmt/format.h>

#include <mutex>
#include <system_error>
#include <utility>

#include "harness/store/connection.hpp"

namespace plumb {
namespace {

Status status_of(const RunRow& row, const std::string& path) try {
  return status_from_name(row.status);
} catch (const FormatError& e) {
  throw StoreError(fmt::format("{}: a stored run was written by another build ({})", path, e.what()));
}

/// Passes undamaged rows to `see`, and damaged rows to `damaged`. Throws StoreError at a damaged row if `damaged` is
/// not set.
class Believed {
 public:
  Believed(const auto& connection, std::function<void(const RunRow&)> visitor, DamageSink damaged)
      : path_(connection.path),
        why_not_([&connection](const RunRow& row) { return connection.why_not(row); }),
        visitor_(std::move(visitor)),
        damaged_(std::move(damaged)) {}

  void operator()(const RunRow& row) const {
    const auto why = why_not_(row);
    if (why.empty()) return visitor_(row);
    leave_out({row.cell_id, row.source_fingerprint, why});
  }
  void leave_out(const DamagedRun& run) const {
    if (!damaged_)
      throw StoreError(fmt::format("{}: a stored run is damaged ({}: {}); `plumb doctor {}` lists all of them", path_,
                                   run.cell_id, run.why, path_));
    damaged_(run);
  }

 private:
  const std::string& path_;
  std::function<std::string(const RunRow&)> why_not_;
  std::function<void(const RunRow&)> visitor_;
  DamageSink damaged_;
};

void visit_all(const auto& connection, const Believed& believed) {
  connection.visit({}, believed, [&](const DamagedRun& run) { believed.leave_out(run); });
}

}  // namespace

bool is_persistent(const std::filesystem::path& path) { return !path.empty() && path != ":memory:"; }

Store::Store(const std::filesystem::path& path, Access access, std::chrono::milliseconds patience) {
  check_store_path(path, access == Access::read_only);
  connection_ = std::make_unique<Connection>(path, access, patience);
}

Store::Store() : connection_(std::make_unique<Connection>()) {}

Store::~Store() = default;

std::optional<StoredRun> Store::find(std::string_view cell_id, std::string_view source_fingerprint) const {
  const std::lock_guard lock(connection_->mutex);
  const auto row = connection_->sound_row(cell_id, source_fingerprint);
  if (!row) return std::nullopt;
  return stored_run(*row, connection_->environments, connection_->path);
}

std::optional<Status> Store::status(std::string_view cell_id, std::string_view source_fingerprint) const {
  const std::lock_guard lock(connection_->mutex);
  const auto row = connection_->sound_row(cell_id, source_fingerprint);
  if (!row) return {};
  return status_of(*row, connection_->path);
}

std::vector<DamagedRun> Store::damaged() const {
  const std::lock_guard lock(connection_->mutex);
  std::vector<DamagedRun> out;
  for (const auto& [key, why] : connection_->damaged) out.push_back({key.first, key.second, why});
  return out;
}

std::vector<std::string> Store::damaged_pages() const {
  const std::lock_guard lock(connection_->mutex);
  try {
    auto found = connection_->db.texts("PRAGMA integrity_check");  // quick_check does not verify indices
    if (found == std::vector<std::string>{"ok"}) found.clear();
    return found;
  } catch (const SqliteDamaged& e) {
    return {e.what()};
  }
}

bool Store::empty() const {
  const std::lock_guard lock(connection_->mutex);
  return connection_->db.number("SELECT EXISTS (SELECT 1 FROM runs)") == 0;
}

std::size_t Store::count(std::optional<std::string_view> source_fingerprint) const {
  const std::lock_guard lock(connection_->mutex);
  Statement query(connection_->db, fmt::format("SELECT count(*) FROM runs {}",
                                               source_fingerprint ? "WHERE source_fingerprint = ?" : ""));
  if (source_fingerprint) query.bind({*source_fingerprint});
  return query.step() ? static_cast<std::size_t>(query.number(0)) : 0;
}

void Store::visit(std::optional<std::string_view> source_fingerprint, const std::function<void(StoredRun)>& visitor,
                  const DamageSink& damaged) const {
  const std::lock_guard lock(connection_->mutex);
  const auto visit_selected = [&](const RunRow& row) {
    if (!source_fingerprint || row.source_fingerprint == *source_fingerprint)
      visitor(stored_run(row, connection_->environments, connection_->path));
  };
  visit_all(*connection_,
            Believed(*connection_, visit_selected, damaged));  // of all builds, since damage hides the build
}

std::vector<StoredRun> Store::runs(std::optional<std::string_view> source_fingerprint) const {
  std::vector<StoredRun> out;
  visit(source_fingerprint, [&](StoredRun run) { out.push_back(std::move(run)); });
  return out;
}

std::vector<StoredText> Store::texts(const DamageSink& damaged) const {
  const std::lock_guard lock(connection_->mutex);
  std::vector<StoredText> out;
  const auto visit_row = [&](const RunRow& row) {
    out.push_back(stored_text(row, connection_->environments, connection_->path));
  };
  visit_all(*connection_, Believed(*connection_, visit_row, damaged));
  return out;
}

void Store::begin_writing() {
  const std::lock_guard lock(connection_->mutex);
  connection_->begin_writing();
}

CellClaim Store::claim(std::string_view cell_id, std::string_view source_fingerprint) {
  const std::lock_guard lock(connection_->mutex);
  connection_->begin_claiming();
  Transaction transaction(connection_->db);
  if (connection_->is_done(cell_id, source_fingerprint)) return CellClaim::done;
  if (!claim_cell(connection_->db, cell_id, source_fingerprint)) return CellClaim::others;
  transaction.commit();
  return CellClaim::ours;
}

void Store::release(std::string_view cell_id, std::string_view source_fingerprint) {
  const std::lock_guard lock(connection_->mutex);
  connection_->release(cell_id, source_fingerprint);
}

void Store::put(const Cell& cell, std::string_view source_fingerprint, const RunResult& result) {
  RunRow row{id(cell), std::string(source_fingerprint), canonical_json(cell), {}, std::string(name(result.status)), {}};
  auto whole = to_json(result);
  const std::lock_guard lock(connection_->mutex);
  connection_->begin_writing();
  row.result = connection_->environments.shortened(std::move(whole)).dump();
  row.created = connection_->now();
  row.checksum = row_checksum(row);
  Transaction transaction(connection_->db);
  write_row(connection_->db, row);
  connection_->release(row.cell_id, row.source_fingerprint);
  transaction.commit();
  connection_->noted(row, depends_on_the_machine(result.status));
}

void Store::remove(std::string_view cell_id, std::string_view source_fingerprint) {
  const std::lock_guard lock(connection_->mutex);
  connection_->begin_writing();
  Statement query(connection_->db, "DELETE FROM runs WHERE cell_id = ? AND source_fingerprint = ?");
  query.bind({cell_id, source_fingerprint});
  query.step();
}

std::optional<std::string> Store::derived(std::string_view key, std::string_view source_fingerprint) const {
  const std::lock_guard lock(connection_->mutex);
  Statement query(connection_->db, "SELECT text, checksum FROM derived WHERE key = ? AND source_fingerprint = ?");
  query.bind({key, source_fingerprint});
  if (!query.step()) return {};
  auto text = query.text(0);
  const bool is_sound = query.text(1) == derived_checksum(key, source_fingerprint, text);
  return is_sound ? std::optional(std::move(text)) : std::nullopt;
}

void Store::put_derived(std::string_view key, std::string_view source_fingerprint, const std::string& text) {
  const std::lock_guard lock(connection_->mutex);
  connection_->begin_writing();
  Statement insert(connection_->db,
                   "INSERT OR REPLACE INTO derived (key, source_fingerprint, text, checksum) VALUES (?, ?, ?, ?)");
  const auto checksum = derived_checksum(key, source_fingerprint, text);
  insert.bind({key, source_fingerprint, text, checksum});
  insert.step();
}

}  // namespace plumb
