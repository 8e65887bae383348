#include "harness/store/run_row.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace plumb {
namespace {

std::string hash_of(std::initializer_list<std::string_view> texts) {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  for (const auto text : texts) {
    const std::uint64_t size = text.size();
    XXH3_128bits_update(&state, &size, sizeof size);
    XXH3_128bits_update(&state, text.data(), text.size());
  }
  const auto hash = XXH3_128bits_digest(&state);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// Returns the result of `read` for a row. Throws StoreError if the row is unreadable.
template <class Read>
auto row_of(const std::string& path, Read read) {
  constexpr auto damaged = "{}: a stored run is damaged ({}); `plumb doctor {}` lists all of them";
  try {
    return read();
  } catch (const Json::exception& e) {
    throw StoreError(fmt::format(damaged, path, plain_message(e), path));
  } catch (const FormatError& e) {
    throw StoreError(fmt::format(damaged, path, e.what(), path));
  }
}

Json whole_result(const RunRow& row, Environments& environments) {
  auto result = environments.whole(Json::parse(row.result));
  if (!result) throw FormatError("its environment is damaged or missing");
  return *std::move(result);
}

}  // namespace

RunRow RunRow::of(const Statement& found) {
  RunRow row{found.text(0), found.text(1), found.text(2), found.text(3), found.text(4), found.text(5), found.text(6)};
  for (int i = 0; i < 7; ++i) row.is_text = row.is_text && found.is_text(i);
  return row;
}

std::string row_checksum(const RunRow& row) {
  return hash_of({row.cell_id, row.source_fingerprint, row.cell, row.result, row.status, row.created});
}

std::string damage(const RunRow& row) {
  if (!row.is_text) return "a column holds no text";
  return row_checksum(row) == row.checksum ? "" : "its checksum does not match its contents";
}

void write_row(const Sqlite& db, const RunRow& row) {
  Statement insert(db, fmt::format("INSERT OR REPLACE INTO runs ({}) VALUES (?, ?, ?, ?, ?, ?, ?)", RunRow::columns));
  insert.bind({row.cell_id, row.source_fingerprint, row.cell, row.result, row.status, row.created, row.checksum});
  insert.step();
}

StoredRun stored_run(const RunRow& row, Environments& environments, const std::string& path) {
  return row_of(path, [&]() -> StoredRun {
    return {cell_from_json(Json::parse(row.cell)), row.source_fingerprint,
            run_result_from_json(whole_result(row, environments)), row.created};
  });
}

StoredText stored_text(const RunRow& row, Environments& environments, const std::string& path) {
  return row_of(path, [&]() -> StoredText {
    auto cell = Json::parse(row.cell), result = whole_result(row, environments);
    return {cell_from_json(cell), std::move(cell), std::move(result), row.source_fingerprint, row.created};
  });
}

std::string derived_checksum(std::string_view key, std::string_view source_fingerprint, std::string_view text) {
  return hash_of({key, source_fingerprint, text});
}

}  // namespace plumb
