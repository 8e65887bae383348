// Tests of storing and reading runs.

#include "harness/store/testing/store_folder.hpp"

namespace plumb {
namespace {

using namespace store_testing;
using testing::HasSubstr;
using StoreTest = StoreFolder;

TEST_F(StoreTest, WhatIsPutIsFoundAfterReopening) {
  fill(file(), 0, 20);
  const Store store(file(), Access::read_only);
  for (int i = 0; i < 20; ++i) {
    const auto run = store.find(id(cell_number(i)), "build-1");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->cell, cell_number(i));
    EXPECT_EQ(run->result.metrics.at("re.q"), i);
    EXPECT_THAT(run->created, testing::MatchesRegex("....-..-..T..:..:..\\....Z"));
  }
  EXPECT_FALSE(store.find(id(cell_number(20)), "build-1"));
}

TEST_F(StoreTest, ResultsOfAnotherBuildAreHistory) {
  Store store(file());
  store.put(cell_number(0), "build-1", result_of(1));
  for (const char* other : {"build-0", "build-2", ""}) EXPECT_FALSE(store.find(id(cell_number(0)), other)) << other;
  store.put(cell_number(0), "build-2", result_of(2));
  store.put(cell_number(0), "build-2", result_of(3));
  EXPECT_EQ(store.find(id(cell_number(0)), "build-1")->result.metrics.at("re.q"), 1);
  EXPECT_EQ(store.find(id(cell_number(0)), "build-2")->result.metrics.at("re.q"), 3);
  EXPECT_EQ(store.runs().size(), 2u);
  EXPECT_EQ(store.runs("build-2").size(), 1u);
}

TEST_F(StoreTest, TheSequenceOfRunsDoesNotShow) {
  fill(file(), 0, 12);
  Store other(folder / "other.db");
  for (int i = 12; i-- > 0;) other.put(cell_number(i), "build-1", result_of(i));
  const auto a = Store(file()).runs("build-1"), b = other.runs("build-1");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].cell, b[i].cell);
}

TEST_F(StoreTest, WhatIsRemovedIsGone) {
  Store store(file());
  EXPECT_TRUE(store.empty());
  store.put(cell_number(0), "build-1", result_of(0));
  store.put(cell_number(0), "build-2", result_of(0));
  EXPECT_FALSE(store.empty());
  store.remove(id(cell_number(0)), "build-1");
  EXPECT_FALSE(store.find(id(cell_number(0)), "build-1"));
  EXPECT_TRUE(store.find(id(cell_number(0)), "build-2"));
  store.remove(id(cell_number(0)), "build-2");
  EXPECT_TRUE(store.empty());
}

TEST_F(StoreTest, AReaderCannotWrite) {
  fill(file(), 0, 1);
  Store reader(file(), Access::read_only);
  EXPECT_THAT(error_of([&] { reader.put(cell_number(1), "b", result_of(0)); }), HasSubstr("no permission to write"));
  EXPECT_EQ(reader.count(), 1u);
}

TEST_F(StoreTest, CountsAndVisitsWhatIsThere) {
  fill(file(), 0, 3);
  Store store(file());
  store.put(cell_number(0), "build-2", result_of(7));
  EXPECT_EQ(store.count(), 4u);
  EXPECT_EQ(store.count("build-1"), 3u);
  EXPECT_EQ(store.count("build-3"), 0u);
  std::vector<double> errors;
  store.visit("build-2", [&](const StoredRun& run) { errors.push_back(*run.result.metrics.at("re.q")); });
  EXPECT_EQ(errors, std::vector<double>{7});
  EXPECT_EQ(store.status(id(cell_number(0)), "build-1"), Status::ok);
  EXPECT_FALSE(store.status(id(cell_number(0)), "build-3"));
}

Json environment_of(int i) {
  return {{"compiler", i % 2 == 0 ? "GNU" : "Clang"}, {"date", std::to_string(2000 + i)}, {"load", i}};
}

RunResult with_environment(int i) {
  auto out = result_of(i);
  out.environment = environment_of(i);
  return out;
}

std::int64_t stored_environments(const fs::path& path) {
  return Sqlite(path.string(), Opening::read_only, std::chrono::seconds(1)).number("SELECT count(*) FROM environments");
}

// Fails if the part removed from the rows is lost, changed, or written more than once.
TEST_F(StoreTest, EnvironmentsAreStoredOnce) {
  {
    Store store(file());
    for (int i = 0; i < 10; ++i) store.put(cell_number(i), "build-1", with_environment(i));
  }
  EXPECT_EQ(stored_environments(file()), 2);
  const Store store(file(), Access::read_only);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(store.find(id(cell_number(i)), "build-1")->result.environment.dump(), environment_of(i).dump());
  for (const auto& row : store.texts()) EXPECT_TRUE(row.result.at("environment").contains("compiler"));
}

// Fails if results change in a temporary store, or if its file remains.
TEST_F(StoreTest, AStoreWithoutAPathEndsWithTheProcess) {
  const auto before = fs::current_path();
  fs::current_path(folder);
  {
    Store store;
    for (int i = 0; i < 20; ++i) store.put(cell_number(i), "b", i == 7 ? huge : result_of(i));
    EXPECT_EQ(store.count(), 20u);
    EXPECT_EQ(store.find(id(cell_number(7)), "b")->result.reason, huge.reason);
    EXPECT_EQ(Store().count(), 0u);
  }
  fs::current_path(before);
  EXPECT_TRUE(fs::is_empty(folder));
}

}  // namespace
}  // namespace plumb
