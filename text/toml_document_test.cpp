// Tests of the TOML reader, also with malicious files.

#include "text/toml_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = TomlValue::Kind;

TomlValue read(const std::string& text) { return toml_from_text("schema = 1\n" + text, "x.toml"); }

template <class Action>
std::string message(Action action) {
  try {
    action();
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

std::string refusal(const std::string& text) {
  return message([&] { read(text); });
}

TEST(TomlDocument, KeepsTheOrderOfWritingAndPlaces) {
  const auto root = read("z = 1\n[b]\ny = [1, 2]\n[a]\n[[c]]\n  k = true\n");
  std::vector<std::string> keys;
  for (const auto& entry : root.entries) keys.push_back(entry.key);
  EXPECT_THAT(keys, ElementsAre("schema", "z", "b", "a", "c"));
  EXPECT_EQ(root.find("z")->place.text(), "x.toml:2:5");
  EXPECT_EQ(root.find("b")->find("y")->items[1].place.text(), "x.toml:4:9");
  EXPECT_EQ(root.tables("c").front()->entries.front().place.text(), "x.toml:7:3");
}

TEST(TomlDocument, NumbersAreKeptAsWritten) {
  const auto root = read("a = 1e-3\nb = 0.12345678901234567890123\nc = 1_000.5\nd = 0x10\ne = \"pi/6\"\nf = 0.0010\n");
  EXPECT_EQ(root.find("a")->text, "1e-3");
  EXPECT_EQ(root.find("b")->text, "0.12345678901234567890123");
  EXPECT_EQ(root.find("c")->text, "1000.5");
  EXPECT_EQ(root.find("d")->text, "16");
  EXPECT_EQ(root.find("d")->kind, Kind::whole);
  EXPECT_EQ(root.find("e")->kind, Kind::text);
  EXPECT_EQ(root.find("f")->text, "0.0010");
  EXPECT_EQ(read("a = [\"ähh\", 0.25]").find("a")->items[1].text, "0.25");
}

TEST(TomlDocument, MistakesHaveOneForm) {
  const auto of = [](const std::string& text, auto ask) { return message([&] { ask(read(text)); }); };
  const std::vector<std::string> known = {"schema", "metric"};
  EXPECT_EQ(of("metrik = 1", [&](const auto& r) { r.allow(known); }),
            "x.toml:2:1: unknown key 'metrik'; did you mean 'metric'? known: schema, metric");
  EXPECT_EQ(of("a = 1", [](const auto& r) { r.text_of("a"); }), "x.toml:2:5: a: a text is allowed");
  EXPECT_EQ(of("a = 1", [](const auto& r) { r.tables("a"); }), "x.toml:2:5: a: tables are allowed, [[a]]");
  EXPECT_EQ(of("a = []", [](const auto& r) { r.find("a")->texts("a"); }),
            "x.toml:2:5: a: the list is empty; give at least one value");
  EXPECT_EQ(of("a = [1, true]", [](const auto& r) { r.find("a")->texts("a"); }),
            "x.toml:2:9: a: a string, a number, or a list of these is allowed");
  EXPECT_THAT(refusal("a = 1979-05-27"),
              HasSubstr("x.toml:2:5: dates are not allowed; allowed are texts, numbers, true, false"));
  EXPECT_EQ(message([] { toml_from_text("a = 1", "x.toml"); }), "x.toml:1:1: 'schema = 1' is missing");
  EXPECT_EQ(message([] { toml_from_text("schema = 2", "x.toml"); }),
            "x.toml:1:10: schema: this build reads only schema = 1");
  EXPECT_EQ(message([] { toml_from_text("schema = \"1\"", "x.toml"); }),
            "x.toml:1:10: schema: this build reads only schema = 1");
}

TEST(TomlDocument, WhatIsNoTomlIsRefusedWithItsPlaceInOneLine) {
  for (const char* text : {"a = = 1", "a = 1\na = 2", "[b]\n[b]", "a = \"\x01\"", "a = \"", "[[c]\n", "a = \"\xff\""}) {
    const auto said = refusal(text);
    EXPECT_THAT(said, testing::StartsWith("x.toml:")) << text;
    EXPECT_EQ(said.find_first_of("\n\x01\xff"), std::string::npos) << said;
  }
  EXPECT_THAT(message([] { toml_from_text("= 1", "a\x1b[31m.toml"); }), HasSubstr("a\\x1b[31m.toml:1:"));
}

// Fails if a file exhausts the stack instead of being refused: the parser nests a table for each part of a key.
TEST(TomlDocument, RefusesWhatIsNestedTooDeeply) {
  const auto times = [](const std::string& text, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += text;
    return out;
  };
  EXPECT_EQ(refusal(times("a.", 15) + "a = 1"), "accepted");
  EXPECT_EQ(refusal(times("a.", 16) + "a = 1"), "x.toml:2:32: a key with more than 16 parts");
  EXPECT_THAT(refusal("[" + times("a . ", 500'000) + "a]"), HasSubstr("a key with more than 16 parts"));
  EXPECT_THAT(refusal("[" + times("\"=\".", 500'000) + "a]"), HasSubstr("a key with more than 16 parts"));
  EXPECT_THAT(refusal("a = " + times("{b.c.d.e = ", 20) + "1" + times("}", 20)),
              HasSubstr("up to 16 levels are allowed"));
  EXPECT_EQ(refusal("a = " + times("[", 15) + times("]", 15)), "accepted");
  EXPECT_THAT(refusal("a = " + times("[", 20) + times("]", 20)), HasSubstr("up to 16 levels are allowed"));
  EXPECT_THAT(refusal("a = " + times("[", 500'000)), testing::StartsWith("x.toml:2:"));
  EXPECT_EQ(refusal("a = \"" + times("x. ", 100) + "\" # " + times("y. ", 100)), "accepted");
  EXPECT_EQ(refusal("a = '''" + times("x.\n", 100) + "'''"), "accepted");
}

TEST(TomlDocument, ReadsLargeFiles) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "k" + std::to_string(i) + " = 0.5\n";
  EXPECT_EQ(read(text).entries.size(), 200'001U);
}

TEST(TomlDocument, FilesThatAreNoneAreRefused) {
  EXPECT_THAT(message([] { toml_from_file("/nowhere/x.toml", "a study (TOML)"); }), HasSubstr("a study (TOML)"));
  EXPECT_THAT(message([] { toml_from_file("/dev/zero", "a study (TOML)"); }), HasSubstr("it is a device"));
}

}  // namespace
}  // namespace plumb
