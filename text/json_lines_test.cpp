#include "text/json_lines.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

// Fails if an object or array of numbers and texts needs more than a line, or if one with inner objects is one line.
TEST(JsonLines, AreOneForEveryEntry) {
  const auto json =
      Json::parse(R"({"a": 1, "list": [1, "two", null], "values": {"q": {"digits": 3, "of": "1.50"}}, "no": []})");
  EXPECT_EQ(json_lines(json), R"({
  "a": 1,
  "list": [1, "two", null],
  "values": {
    "q": {"digits": 3, "of": "1.50"}
  },
  "no": []
}
)");
}

// Fails if a number, the order of keys, or a text with escaped characters changes.
TEST(JsonLines, HoldTheSameData) {
  const auto json = Json::parse(R"([{"b": 0.1, "a": [[1e300, -0.0], []]}, {}, "a \"text\"\n", true])");
  EXPECT_EQ(Json::parse(json_lines(json)).dump(), json.dump());
  EXPECT_EQ(json_lines(Json(3)), "3\n");
}

}  // namespace
}  // namespace plumb
