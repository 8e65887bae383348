// Tests of derived texts in a store: measured quantities, and data of figures.

#include <gtest/gtest.h>

#include <filesystem>

#include "harness/store/store.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct DerivedTest : testing::Test {
  const ScratchFolder folder;
  fs::path file = folder.path() / "a.db";
};

// Fails if a build gets the text that another build has stored, or if a text is lost.
TEST_F(DerivedTest, AreKeptByKeyAndBuild) {
  {
    Store store(file);
    EXPECT_FALSE(store.derived("order", "build-1"));
    store.put_derived("order", "build-1", "3.9");
    store.put_derived("order", "build-2", "4.1");
    store.put_derived("order", "build-1", "4.0");
  }
  const Store store(file, Access::read_only);
  EXPECT_EQ(store.derived("order", "build-1"), "4.0");
  EXPECT_EQ(store.derived("order", "build-2"), "4.1");
  EXPECT_FALSE(store.derived("other", "build-1"));
  EXPECT_TRUE(store.runs().empty()) << "they are no runs";
}

}  // namespace
}  // namespace plumb
