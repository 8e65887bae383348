// Tests with full disks, damaged files, files of other programs, and impossible paths.

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <iterator>

#include "harness/store/health.hpp"
#include "harness/store/merge.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/testing/store_folder.hpp"

namespace plumb {
namespace {

using namespace store_testing;
using testing::HasSubstr;
using StoreFaults = StoreFolder;

int limit_pages(sqlite3* db, char**, const sqlite3_api_routines*) {
  return sqlite3_exec(db, "PRAGMA max_page_count = 12", nullptr, nullptr, nullptr);
}

// Simulates a small disk: limits the number of pages of every connection that is opened during its lifetime.
struct SmallDisk {
  using Hook = void (*)();
  Hook hook = reinterpret_cast<Hook>(limit_pages);
  SmallDisk() { sqlite3_auto_extension(hook); }
  ~SmallDisk() { sqlite3_cancel_auto_extension(hook); }
};

std::string contents_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(StoreFaults, AFullDiskKeepsWhatIsStored) {
  fill(file(), 0, 5);
  {
    const SmallDisk disk;
    Store store(file());
    const std::string message = error_of([&] { store.put(cell_number(5), "build-1", huge); });
    EXPECT_THAT(message, HasSubstr("the disk is full; runs stored before are safe"));
    EXPECT_THAT(message, HasSubstr(file().string()));
    EXPECT_EQ(store.runs("build-1").size(), 5u);
    fill(folder / "shard.db", 0, 5);
    EXPECT_THAT(error_of([&] {
                  for (int i = 5; i < 1000; ++i) store.put(cell_number(i), "build-1", result_of(i));
                }),
                HasSubstr("the disk is full"));
  }
  Store store(file());
  EXPECT_GE(store.runs("build-1").size(), 5u);
  store.put(cell_number(2000), "build-1", huge);
}

TEST_F(StoreFaults, AMergeOntoAFullDiskAddsNothing) {
  fill(file(), 0, 5);
  fill(folder / "shard.db", 5, 300);
  {
    const SmallDisk disk;
    EXPECT_THAT(error_of([&] { merge_stores(file(), {folder / "shard.db"}); }), HasSubstr("the disk is full"));
    EXPECT_EQ(Store(file()).runs().size(), 5u);
  }
  EXPECT_EQ(merge_stores(file(), {folder / "shard.db"}).added, 295);
}

TEST_F(StoreFaults, AWriteThatTheSystemRefusesKeepsWhatIsStored) {
  fill(file(), 0, 5);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Store store(file());
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {100'000, 100'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      store.put(cell_number(5), "build-1", huge);
    } catch (const StoreError& e) {
      _exit(std::string_view(e.what()).find("the disk cannot be read or written") == std::string_view::npos ? 2 : 0);
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(Store(file()).runs().size(), 5u);
}

TEST_F(StoreFaults, DamagedAndForeignFilesAreLeftAlone) {
  const auto contents = [&] { return contents_of(file()); };
  const auto write = [&](const std::string& text) { std::ofstream(file(), std::ios::binary) << text; };

  const std::string garbage(5000, 'g');
  write(garbage);
  EXPECT_THAT(error_of([&] { Store store(file()); }), HasSubstr("not a store, or is damaged"));
  EXPECT_EQ(contents(), garbage);

  fs::remove(file());
  fill(file(), 0, 200);
  std::string damaged = contents();
  for (std::size_t i = 4096; i < damaged.size(); ++i) damaged[i] = static_cast<char>(i * 7);
  write(damaged);
  EXPECT_THAT(error_of([&] { Store(file()).runs(); }), HasSubstr("damaged"));
  EXPECT_EQ(contents(), damaged);
}

TEST_F(StoreFaults, OtherSchemasAreRefused) {
  Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1)).run("CREATE TABLE birds (name TEXT)");
  EXPECT_THAT(error_of([&] { Store store(file()); }), HasSubstr("not a Plumb store"));
  fs::remove(file());
  fill(file(), 0, 1);
  for (const char* version : {"0", "1", "7"}) {
    Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1))
        .run(std::string("PRAGMA user_version = ") + version);
    const auto before = contents_of(file());
    for (const auto access : {Access::read_write, Access::read_only})
      EXPECT_THAT(error_of([&] { Store store(file(), access); }),
                  HasSubstr(std::string("has version ") + version + ", this build reads version 2; use the build"));
    for (const auto& use : {+[](const fs::path& path) { health(path); }, +[](const fs::path& path) { repair(path); }})
      EXPECT_THAT(error_of([&] { use(file()); }), HasSubstr(std::string("has version ") + version));
    EXPECT_EQ(contents_of(file()), before);
  }
}

// Fails if a store whose header has lost the id of the program counts as a file of another program.
TEST_F(StoreFaults, AStoreWithADamagedHeaderIsRepaired) {
  fill(file(), 0, 3);
  Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1)).run("PRAGMA application_id = 42");
  EXPECT_THAT(error_of([&] { Store store(file()); }), HasSubstr("the header is damaged; `plumb doctor"));
  EXPECT_EQ(repair(file()).kept, 3u);
  EXPECT_TRUE(health(file()).is_sound());
}

TEST_F(StoreFaults, PathsThatCannotBe) {
  std::ofstream(folder / "file") << "x";
  EXPECT_THAT(error_of([&] { Store store(folder / "file" / "runs.db"); }), HasSubstr("check that the folder exists"));
  EXPECT_THAT(error_of([&] { Store store(folder / "missing" / "runs.db"); }),
              HasSubstr("check that the folder exists"));
  EXPECT_THAT(error_of([&] { Store store(folder); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_of([&] { Store store(file(), Access::read_only); }), HasSubstr("there is no such store"));
  EXPECT_FALSE(fs::exists(file()));
  fill(file(), 0, 1);
  EXPECT_THAT(error_of([&] { Store(file(), Access::read_only).put(cell_number(1), "b", result_of(0)); }),
              HasSubstr("no permission to write"));
}

// Fails if a path is accepted at which a store would end with the process, or if SQLite interprets a path as a URI.
TEST_F(StoreFaults, PathsAreThoseOfFiles) {
  for (const char* path : {"", ":memory:"})
    EXPECT_THAT(error_of([&] { Store store(path); }), HasSubstr(fmt::format("'{}' stores nothing", path)));
  const auto before = fs::current_path();
  fs::current_path(folder);
  for (const char* path : {"file:a?mode=memory", "50%25.db"}) {
    fill(path, 0, 2);
    EXPECT_TRUE(fs::exists(folder / path)) << path;
    EXPECT_EQ(Store(path, Access::read_only).runs().size(), 2u) << path;
  }
  fs::current_path(before);
}

// Fails if an empty database of another program is made a store.
TEST_F(StoreFaults, ForeignFilesWithoutTablesAreLeftAlone) {
  Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1)).run("PRAGMA application_id = 42");
  EXPECT_THAT(error_of([&] { Store store(file()); }), HasSubstr("not a Plumb store"));
}

// Fails if a message contains the error text of the JSON library.
TEST_F(StoreFaults, DamagedRowsAreReportedPlainly) {
  for (const char* text : {"{", "{}", "[1]", "{\"status\": 7}"}) {
    fill(file(), 0, 1);
    Sqlite(file().string(), Opening::read_write, std::chrono::seconds(1))
        .run(fmt::format("UPDATE runs SET result = '{}'", text));
    const auto message = error_of([&] { Store(file(), Access::read_only).runs(); });
    EXPECT_THAT(message, HasSubstr("a stored run is damaged")) << text;
    EXPECT_THAT(message, testing::Not(HasSubstr("json.exception"))) << text;
  }
}

TEST_F(StoreFaults, AMergeThatFailsChangesNothing) {
  fill(file(), 0, 3);
  const Store store(file(), Access::read_only);
  fill(folder / "good.db", 3, 6);
  std::ofstream(folder / "garbage.db") << std::string(5000, 'g');
  Sqlite((folder / "foreign.db").string(), Opening::read_write, std::chrono::seconds(1)).run("CREATE TABLE runs (a)");
  const std::pair<const char*, const char*> faults[] = {{"missing.db", "no such store"},
                                                        {"garbage.db", "not a store, or is damaged"},
                                                        {"foreign.db", "not a Plumb store"}};
  for (const auto& [name, message] : faults) {
    EXPECT_THAT(error_of([&, input = name] {
                  merge_stores(file(), {folder / "good.db", folder / input});
                }),
                HasSubstr(message));
    EXPECT_EQ(store.runs().size(), 3u) << name;
  }
  EXPECT_FALSE(fs::exists(folder / "missing.db"));
  EXPECT_EQ(merge_stores(file(), {folder / "good.db"}).added, 3);
}

}  // namespace
}  // namespace plumb
