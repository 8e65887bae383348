#include "harness/store/health.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "harness/store/connection.hpp"
#include "harness/store/salvage.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr auto patience = std::chrono::seconds(5);

/// Throws OtherSchema if the file is not a store of this schema.
void check_schema_of(const fs::path& path) {
  try {
    const Store store(path, Access::read_only, patience);
  } catch (const OtherSchema&) {
    throw;
  } catch (const StoreError&) {  // the file is damaged or locked
  }
}

/// Throws if another process writes to the store, which is about to be replaced. Merges the log of a killed process
/// into the file.
void take_alone(const fs::path& path) {
  try {
    const Sqlite db(path.string(), Opening::read_write, patience);
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    db.run("BEGIN EXCLUSIVE");
    db.run("ROLLBACK");
    db.run("PRAGMA journal_mode = DELETE");
  } catch (const SqliteBusy&) {
    throw;
  } catch (const StoreError&) {  // SQLite cannot read the file; it will be read page by page
  }
}

/// The newest row of each key.
using Rows = std::map<std::pair<std::string, std::string>, RunRow>;

Rows salvaged(const fs::path& path) {
  Rows out;
  salvage_rows(path, [&](const RunRow& row) {
    const auto [known, is_new] = out.try_emplace({row.cell_id, row.source_fingerprint}, row);
    if (!is_new && known->second.created < row.created) known->second = row;
  });
  return out;
}

fs::path free_name(const fs::path& store) {
  for (int i = 1;; ++i) {
    auto name = store;
    name += i == 1 ? ".damaged" : fmt::format(".damaged-{}", i);
    std::error_code error;
    if (!fs::exists(name, error)) return name;
  }
}

/// Removes the id of a shared environment whose page is lost, so that the rest of the row is readable.
void forget_environment(RunRow& row) {
  auto result = Json::parse(row.result);
  result["environment"].erase("is");
  row.result = result.dump();
}

/// Writes the rows and the texts of environments to a new store at `path`.
void write_store(const fs::path& path, const Rows& rows, const std::set<std::string>& texts, Repair& done) {
  { const Store made(path); }
  const Sqlite db(path.string(), Opening::read_write, patience);
  Transaction transaction(db);
  Environments environments(db);
  for (const auto& text : texts) environments.put(environment_id(text), text);
  for (const auto& [key, found] : rows) {
    RunRow row = found;
    if (!environments.has_environment_of(row.result)) forget_environment(row);
    row.checksum = row_checksum(row);
    write_row(db, row);
    ++done.kept;
  }
  transaction.commit();
}

void rebuild(const fs::path& path, Repair& done) {
  const auto rows = salvaged(path);
  std::set<std::string> environments;
  salvage_environments(path, [&](const std::string& text) { environments.insert(text); });
  if (rows.empty())
    throw StoreError(fmt::format("{}: no run can be found in this file, which was not changed", path.string()));
  auto made = path;
  made += fmt::format(".repaired-{}", Claimant::self().process);
  fs::remove(made);
  try {
    write_store(made, rows, environments, done);
  } catch (const StoreError&) {
    std::error_code ignored;
    fs::remove(made, ignored);
    throw;
  }
  done.copy = free_name(path);
  fs::rename(path, done.copy);
  for (const char* log : {"-wal", "-shm"})
    if (std::error_code error; fs::exists(path.string() + log, error))
      fs::rename(path.string() + log, done.copy.string() + log, error);
  fs::rename(made, path);
}

void mend_rows(const fs::path& path, Repair& done) {
  Store(path).begin_writing();
  const Sqlite db(path.string(), Opening::read_write, patience);
  Transaction transaction(db);
  for (const auto& run : done.before.damaged) {
    Statement remove(db, "DELETE FROM runs WHERE cell_id = ? AND source_fingerprint = ?");
    remove.bind({run.cell_id, run.source_fingerprint});
    remove.step();
  }
  transaction.commit();
  done.kept = done.before.runs;
}

}  // namespace

StoreHealth health(const fs::path& path) {
  check_store_path(path, true);
  StoreHealth out;
  try {
    const Store store(path, Access::read_only, patience);
    out.pages = store.damaged_pages();
    store.visit(
        {}, [&](const StoredRun&) { ++out.runs; }, [&](const DamagedRun& run) { out.damaged.push_back(run); });
  } catch (const SqliteBusy&) {
    throw;
  } catch (const OtherSchema&) {
    throw;
  } catch (const StoreError& e) {
    out.pages.emplace_back(e.what());
  }
  return out;
}

Repair repair(const fs::path& path) {
  check_store_path(path, true);
  check_schema_of(path);
  take_alone(path);
  Repair done{.before = health(path), .copy = {}};
  if (done.before.pages.empty())
    mend_rows(path, done);
  else
    rebuild(path, done);
  return done;
}

}  // namespace plumb
