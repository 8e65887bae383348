#pragma once
// The file of a store as it is opened, read and written: who holds it, for how long, and what it leaves beside it.

#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"
#include "harness/text/spool.hpp"

namespace plumb {

/// Throws StoreError if the database with that name in `db`, of the file at `path`, is no store of this version.
void check_schema(const Sqlite& db, const std::string& name, const std::string& path);

/// Whoever uses it holds its mutex. All of it throws StoreError.
struct Store::Connection {
  /// As the constructors of Store.
  Connection(const std::filesystem::path& file, Access access, std::chrono::milliseconds patience);
  Connection();
  ~Connection();

  /// Before the first write. What fails is done again by the next one.
  void begin_writing();

  /// The cell, fingerprint, result and time of a run, if there is a step; the texts have to outlive it.
  Statement row(std::string_view cell_id, std::string_view source_fingerprint) const;

  /// Shows what `read` makes of the row of every run of a build, or of all builds, sorted by canonical cell. The file
  /// is held while their keys are sorted and while a row is read, and not while `see` looks at it.
  template <class Read, class See>
  void visit(const std::optional<std::string_view>& source_fingerprint, const Read& read, const See& see) const {
    const auto keys = sorted_keys(source_fingerprint);
    std::optional<std::string> cell_id;
    keys.visit([&](const std::string& text) {
      if (!cell_id) {
        cell_id = text;
        return;
      }
      if (auto run = read_row(*cell_id, text, read)) see(std::move(*run));
      cell_id.reset();
    });
  }

  std::string path;
  Sqlite db;
  mutable std::mutex mutex;

 private:
  Connection(const std::string& name, Opening opening, std::chrono::milliseconds patience);

  /// Cell ids and fingerprints in turn.
  Spool sorted_keys(const std::optional<std::string_view>& source_fingerprint) const;

  template <class Read>
  auto read_row(std::string_view cell_id, std::string_view source_fingerprint, const Read& read) const {
    auto found = row(cell_id, source_fingerprint);
    std::optional<decltype(read(found, path))> out;
    if (found.step()) out = read(found, path);
    return out;
  }

  Opening opening_;
  std::chrono::milliseconds patience_;
  bool logs_ = false;    // ahead of writing, which has to be ended
  bool writes_ = false;  // everything is there for it
};

}  // namespace plumb
