#include "text/json_lines.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

// This fails if a container of numbers and texts takes more than a line, or one with inner containers only one.
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

// This fails if a number, the order of keys or a text that has to be escaped changes.
TEST(JsonLines, HoldTheSameData) {
  const auto json = Json::parse(R"([{"b": 0.1, "a": [[1e300, -0.0], []]}, {}, "a \"text\"\n", true])");
  EXPECT_EQ(Json::parse(json_lines(json)).dump(), json.dump());
  EXPECT_EQ(json_lines(Json(3)), "3\n");
}

}  // namespace
}  // namespace plumb
