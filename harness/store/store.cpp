#include "harness/store/store.hpp"

#include <fmt/format.h>

#include <mutex>
#include <system_error>
#include <utility>

#include "harness/store/connection.hpp"

namespace plumb {
namespace {

void check_path(const std::filesystem::path& path, bool must_exist) {
  if (!keeps_runs(path)) throw StoreError(fmt::format("'{}' keeps nothing; give the path of a file", path.string()));
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status))
    throw StoreError(fmt::format("{}: is a directory; give the path of a file", path.string()));
  if (must_exist && !std::filesystem::exists(status))
    throw StoreError(fmt::format("{}: there is no such store", path.string()));
}

/// What `read` makes of a row; a row that cannot be read is an error of the store.
template <class Read>
auto row_of(const std::string& path, Read read) {
  constexpr auto damaged = "{}: a stored run is damaged ({}); restore the file from a copy";
  try {
    return read();
  } catch (const Json::exception& e) {
    throw StoreError(fmt::format(damaged, path, plain_message(e)));
  } catch (const FormatError& e) {
    throw StoreError(fmt::format(damaged, path, e.what()));
  }
}

StoredRun stored_run(const Statement& row, const std::string& path) {
  return row_of(path, [&]() -> StoredRun {
    return {cell_from_json(Json::parse(row.text(0))), row.text(1), run_result_from_json(Json::parse(row.text(2))),
            row.text(3)};
  });
}

StoredText stored_text(const Statement& row, const std::string& path) {
  return row_of(path, [&]() -> StoredText {
    auto cell = Json::parse(row.text(0)), result = Json::parse(row.text(2));
    return {cell_from_json(cell), std::move(cell), std::move(result), row.text(1), row.text(3)};
  });
}

}  // namespace

bool keeps_runs(const std::filesystem::path& path) { return !path.empty() && path != ":memory:"; }

Store::Store(const std::filesystem::path& path, Access access, std::chrono::milliseconds patience) {
  check_path(path, access == Access::read_only);
  connection_ = std::make_unique<Connection>(path, access, patience);
}

Store::Store() : connection_(std::make_unique<Connection>()) {}

Store::~Store() = default;

std::optional<StoredRun> Store::find(std::string_view cell_id, std::string_view source_fingerprint) const {
  const std::lock_guard lock(connection_->mutex);
  auto row = connection_->row(cell_id, source_fingerprint);
  if (!row.step()) return std::nullopt;
  return stored_run(row, connection_->path);
}

std::optional<Status> Store::status(std::string_view cell_id, std::string_view source_fingerprint) const {
  const std::lock_guard lock(connection_->mutex);
  Statement query(connection_->db, "SELECT status FROM runs WHERE cell_id = ? AND source_fingerprint = ?");
  query.bind({cell_id, source_fingerprint});
  if (!query.step()) return {};
  return row_of(connection_->path, [&] { return status_from_name(query.text(0)); });
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

void Store::visit(std::optional<std::string_view> source_fingerprint, const std::function<void(StoredRun)>& see) const {
  const std::lock_guard lock(connection_->mutex);
  connection_->visit(source_fingerprint, stored_run, see);
}

std::vector<StoredRun> Store::runs(std::optional<std::string_view> source_fingerprint) const {
  std::vector<StoredRun> out;
  visit(source_fingerprint, [&](StoredRun run) { out.push_back(std::move(run)); });
  return out;
}

std::vector<StoredText> Store::texts() const {
  const std::lock_guard lock(connection_->mutex);
  std::vector<StoredText> out;
  connection_->visit({}, stored_text, [&](StoredText text) { out.push_back(std::move(text)); });
  return out;
}

void Store::begin_writing() {
  const std::lock_guard lock(connection_->mutex);
  connection_->begin_writing();
}

void Store::put(const Cell& cell, std::string_view source_fingerprint, const RunResult& result) {
  const std::string cell_text = canonical_json(cell), result_text = to_json(result).dump(), cell_id = id(cell);
  const std::lock_guard lock(connection_->mutex);
  connection_->begin_writing();
  Statement insert(connection_->db,
                   "INSERT OR REPLACE INTO runs (cell_id, source_fingerprint, cell, result, status, created) "
                   "VALUES (?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))");
  insert.bind({cell_id, source_fingerprint, cell_text, result_text, name(result.status)});
  insert.step();
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
  if (connection_->db.number("SELECT count(*) FROM sqlite_schema WHERE name = 'derived'") == 0) return {};
  Statement query(connection_->db, "SELECT text FROM derived WHERE key = ? AND source_fingerprint = ?");
  query.bind({key, source_fingerprint});
  if (!query.step()) return {};
  return query.text(0);
}

void Store::put_derived(std::string_view key, std::string_view source_fingerprint, const std::string& text) {
  const std::lock_guard lock(connection_->mutex);
  connection_->begin_writing();
  Statement insert(connection_->db, "INSERT OR REPLACE INTO derived (key, source_fingerprint, text) VALUES (?, ?, ?)");
  insert.bind({key, source_fingerprint, text});
  insert.step();
}

std::int64_t Store::merge(const std::filesystem::path& other) {
  check_path(other, true);
  const std::lock_guard lock(connection_->mutex);
  const Sqlite& db = connection_->db;
  std::error_code error;
  if (std::filesystem::equivalent(other, connection_->path, error)) return 0;
  connection_->begin_writing();
  const Attached shard(db, other.string());
  check_schema(db, "shard", other.string());
  Transaction transaction(db);
  db.run(
      "INSERT INTO main.runs SELECT * FROM shard.runs WHERE true ON CONFLICT DO UPDATE SET cell = excluded.cell, "
      "result = excluded.result, status = excluded.status, created = excluded.created WHERE excluded.created > "
      "created");
  const auto changed = db.changes();
  transaction.commit();
  return changed;
}

}  // namespace plumb
