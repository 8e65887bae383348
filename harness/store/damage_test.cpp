// Damage of a row must not affect other rows, and must never become a result.

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include "harness/store/health.hpp"
#include "harness/store/testing/store_folder.hpp"

namespace plumb {
namespace {

using namespace store_testing;
using testing::HasSubstr;

class Damage : public StoreFolder {
 protected:
  /// Returns a result of realistic size: its row takes some kilobytes, so most of it is on overflow pages.
  static RunResult typical(int i) {
    auto r = result_of(i, "");
    r.environment = {{"compiler", std::string(400, 'c')}, {"date", std::to_string(2000 + i)}, {"load", 0.25 * i}};
    r.note = std::string(static_cast<std::size_t>(600 + 250 * (i % 9)), static_cast<char>('a' + i % 26));
    for (int k = 0; k < 20; ++k) r.metrics[fmt::format("rms.x{}", k)] = 1.0 / (k + i + 1);
    return r;
  }

  void fill_typically(int count) const {
    Store store(file());
    for (int i = 0; i < count; ++i) store.put(cell_number(i), "build-1", typical(i));
  }

  void sql(const std::string& text) const {
    Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1)).run(text);
  }

  static std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

  /// The results that were read, by cell id, and the reported damage.
  struct Read {
    std::map<std::string, std::string> runs;
    std::vector<DamagedRun> damaged;
    bool is_reported = false;  // whether any damage was reported
  };
  Read read() const {
    Read out;
    try {
      const Store store(file(), Access::read_only);
      store.visit(
          {},
          [&](const StoredRun& run) {
            out.runs[canonical_json(run.cell)] = to_json(run.result).dump() + run.source_fingerprint + run.created;
          },
          [&](const DamagedRun& run) { out.damaged.push_back(run); });
      out.is_reported = !out.damaged.empty() || !store.damaged_pages().empty();
    } catch (const StoreError&) {
      out.is_reported = true;
    }
    return out;
  }
};

// Fails if a row with a changed digit is returned as a result, or if it prevents that other rows are read.
TEST_F(Damage, OfARowCostsThatRow) {
  fill_typically(5);
  sql("UPDATE runs SET result = replace(result, '0.5', '0.6') WHERE cell_id = '" + id(cell_number(1)) + "'");
  const auto found = read();
  EXPECT_EQ(found.runs.size(), 4u);
  ASSERT_EQ(found.damaged.size(), 1u);
  EXPECT_EQ(found.damaged[0].cell_id, id(cell_number(1)));

  Store store(file());
  EXPECT_FALSE(store.find(id(cell_number(1)), "build-1"));
  EXPECT_FALSE(store.status(id(cell_number(1)), "build-1"));
  EXPECT_EQ(store.damaged().size(), 1u);
  EXPECT_EQ(store.claim(id(cell_number(1)), "build-1"), CellClaim::ours) << "it is run again";
  EXPECT_TRUE(store.find(id(cell_number(0)), "build-1"));
  store.put(cell_number(1), "build-1", typical(1));
  EXPECT_EQ(read().runs.size(), 5u);
}

TEST_F(Damage, OfAMissingChecksumIsSeen) {
  fill_typically(3);
  sql("UPDATE runs SET checksum = NULL WHERE cell_id = '" + id(cell_number(1)) + "'");
  EXPECT_EQ(read().damaged.size(), 1u);
  EXPECT_EQ(repair(file()).kept, 2u);
  EXPECT_TRUE(health(file()).is_sound());
}

TEST_F(Damage, OfAnyColumnIsSeen) {
  for (const char* column : {"cell_id", "source_fingerprint", "cell", "result", "status", "created", "checksum"}) {
    fs::remove(file());
    fill_typically(3);
    sql(fmt::format("UPDATE runs SET {0} = {0} || 'x' WHERE cell_id = '{1}'", column, id(cell_number(1))));
    EXPECT_EQ(read().damaged.size(), 1u) << column;
    EXPECT_EQ(read().runs.size(), 2u) << column;
  }
}

// An environment is stored twice. Only if both copies are damaged, its runs must count as damaged.
TEST_F(Damage, OfAnEnvironmentIsSeenIfBothAreDamaged) {
  fill_typically(3);
  const auto before = read();
  for (const char* column : {"text", "again"}) {
    EXPECT_EQ(read().runs, before.runs) << "before " << column;
    sql(fmt::format("UPDATE environments SET {0} = replace({0}, 'ccc', 'ddd')", column));
  }
  const auto after = read();
  EXPECT_TRUE(after.runs.empty());
  ASSERT_EQ(after.damaged.size(), 3u);
  EXPECT_THAT(after.damaged[0].why, HasSubstr("environment"));
  EXPECT_FALSE(Store(file()).find(id(cell_number(1)), "build-1"));
  Store(file()).put(cell_number(1), "build-1", typical(1));
  EXPECT_EQ(read().runs.size(), 3u) << "whoever runs a cell of that build brings it again";
}

TEST_F(Damage, OfAMeasuredTextIsSeen) {
  Store(file()).put_derived("key", "build-1", "3.99");
  sql("UPDATE derived SET text = '4.99'");
  EXPECT_FALSE(Store(file(), Access::read_only).derived("key", "build-1"));
}

// After a flip of any bit, each run must be unchanged, or damage must be reported.
TEST_F(Damage, OfAnyBitIsSeen) {
  fill_typically(40);
  const auto sound = contents(file());
  const auto before = read();
  ASSERT_EQ(before.runs.size(), 40u);
  ASSERT_FALSE(before.is_reported);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100; ++i) {
    auto bytes = sound;
    const auto at = random() % bytes.size(), bit = random() % 8;
    bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ 1U << bit);
    write(file(), bytes);
    const auto after = read();
    for (const auto& [cell, run] : after.runs) EXPECT_EQ(before.runs.at(cell), run) << at << " " << bit;
    EXPECT_TRUE(after.is_reported || after.runs.size() == before.runs.size()) << at << " " << bit;
    if (i % 10 != 0 || !after.is_reported) continue;
    const auto done = repair(file());
    EXPECT_TRUE(health(file()).is_sound()) << at << " " << bit;
    EXPECT_GE(done.kept, 38u) << at << " " << bit;
    for (const auto& [cell, run] : read().runs) EXPECT_EQ(before.runs.at(cell), run) << at << " " << bit;
    fs::remove(done.copy.empty() ? folder / "none" : done.copy);
  }
}

// Fails if the rows on the pages of a table are lost because its root page is damaged.
TEST_F(Damage, OfPagesLeavesTheRowsOfOthers) {
  fill_typically(300);
  const auto before = read();
  auto bytes = contents(file());
  std::fill(bytes.begin(), bytes.begin() + 2 * 4096, '\x5a');  // the header, and the root of the first table
  write(file(), bytes);
  EXPECT_THAT(error_of([&] { Store(file(), Access::read_only).runs(); }), HasSubstr("plumb doctor"));
  EXPECT_EQ(contents(file()), bytes);
  const auto done = repair(file());
  EXPECT_GE(done.kept, 290u);
  EXPECT_EQ(contents(done.copy), bytes) << "the damaged file is kept";
  EXPECT_TRUE(health(file()).is_sound());
  for (const auto& [cell, run] : read().runs) EXPECT_EQ(before.runs.at(cell), run);
}

TEST_F(Damage, OfWhatIsNoStoreIsLeftAlone) {
  const std::string garbage(20000, 'g');
  write(file(), garbage);
  EXPECT_THAT(error_of([&] { repair(file()); }), HasSubstr("no run can be found"));
  EXPECT_EQ(contents(file()), garbage);
  EXPECT_THAT(error_of([&] { health(folder / "missing.db"); }), HasSubstr("there is no such store"));
  EXPECT_FALSE(health(file()).is_sound());
}

}  // namespace
}  // namespace plumb
