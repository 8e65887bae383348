#include "text/file_name.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

// Fails if a name is allowed that refers to a location outside of its folder, directly or after a browser has decoded
// it.
TEST(FileName, LeadsNowhere) {
  for (const char* good : {"figure-2a", "work_precision", "1", "A"}) {
    EXPECT_TRUE(is_plain_name(good)) << good;
    EXPECT_TRUE(is_plain_file_name(good + std::string(".csv"))) << good;
  }
  EXPECT_TRUE(is_plain_file_name("figure-1.units.csv"));
  for (const char* bad : {"", ".", "..", "..%2f..%2fx", "%2e%2e", "a/b", "a\\b", "a b", "a?b", "a#b", "a:b", "-\n", "é",
                          "..x", "x..", ".x", "x."}) {
    EXPECT_FALSE(is_plain_name(bad)) << bad;
    EXPECT_FALSE(is_plain_file_name(bad)) << bad;
  }
}

TEST(FileName, IsMadeOfAnyText) {
  EXPECT_EQ(for_a_file("lms3(rho=0.6)"), "lms3-rho=0.6");
  EXPECT_EQ(for_a_file("../a b"), "..-a-b");
  EXPECT_EQ(for_a_file("/etc"), "etc");
}

}  // namespace
}  // namespace plumb
