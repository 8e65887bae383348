// Tests of messages for invalid TOML: one line with the mistake, the allowed input and the location.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/toml_document.hpp"

namespace plumb::texts_that_are_no_toml {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Returns the message for a file, without its name; three lines precede the text.
std::string words_about(const std::string& text) {
  try {
    toml_from_text("schema = 1\nname = \"x\"  # a \"comment\n\n" + text, "x.toml");
  } catch (const UsageError& e) {
    const std::string out = e.what();
    EXPECT_EQ(out.find('\n'), std::string::npos) << out;
    EXPECT_EQ(e.mistake, Mistake::malformed);
    return out.substr(out.find(':') + 1);
  }
  return "accepted";
}

struct Case {
  const char *text, *message;
};

class TomlMistakes : public ::testing::TestWithParam<Case> {};
TEST_P(TomlMistakes, AreNamed) { EXPECT_THAT(words_about(GetParam().text), HasSubstr(GetParam().message)); }
INSTANTIATE_TEST_SUITE_P(
    Kinds, TomlMistakes,
    ::testing::Values(
        Case{"position = [r/2, 0, 0]", "4:13: 'r/2' needs quotation marks, like all formulas and texts: \"r/2\""},
        Case{"position = [0, sin(a, b), 0]", "4:16: 'sin(a, b)' needs quotation marks"},
        Case{"position = [\n  0,\n  r/2,\n]", "'r/2' needs quotation marks"},
        Case{"mass = 2*m", "4:8: '2*m' needs quotation marks"}, Case{"mass = 4/3", "4:8: '4/3' needs quotation marks"},
        Case{"mass = -r", "4:8: '-r' needs quotation marks"},
        Case{"mass = 2*(3 + 4)", "4:8: '2*(3 + 4)' needs quotation marks"},
        Case{"mass = 1 kg", "4:8: '1 kg': write numbers without a unit"},
        Case{"mass = .5", "4:8: '.5': write a number with digits on both sides of the point"},
        Case{"mass = 5.", "4:8: '5.': write a number with digits on both sides of the point"},
        Case{"mass = 05", "4:8: '05': write a number with digits on both sides"},
        Case{"mass = 0,5", "decimal commas are not allowed"},
        Case{"momenta = True", "4:11: 'True' is not allowed: write true or false"},
        Case{"kind = revolute", "4:8: 'revolute' needs quotation marks"},
        Case{"shape = { kind = bar, length = 1 }", "4:18: 'bar' needs quotation marks"},
        Case{"kind = \"revolute\naxis = [1, 0, 0]", "4:8: the text that begins here has no closing quotation mark"},
        Case{"bodies = [\"ground, \"arm\"]", "has a closing quotation mark, but no opening one"},
        Case{"bodies = [\"ground\", \"arm]\naxis = [1, 0, 0]", "4:21: the text that begins here has no closing"},
        Case{"kind = revolute\"", "4:16: 'revolute' has a closing quotation mark, but no opening one"},
        Case{"mass 2", "4:1: the sign = is missing: mass = ... is allowed"},
        Case{"mass: 2", "4:1: the sign = is missing: mass = ... is allowed"},
        Case{"[[body]\nmass = 1", "4:1: [[body must end with ]]: [[body]]"},
        Case{"[body\nmass = 1", "4:1: [body must end with ]: [body]"},
        Case{"axis = [1, 0, 0\n", "4:8: the list that begins here is not closed by ]"},
        Case{"axis = [1 0 0]", "4:9: '1 0 0': write commas between the numbers of a list"},
        Case{"at = { point = [0, 0, 0]\nmass = 1", "4:6: the table that begins here is not closed by }"},
        Case{"mass = 1\nmass = 2", "5:1: 'mass' is given twice; give it once"}));

TEST(TomlTexts, OfLongLinesAreReadInATimeLikeTheirLength) {
  for (const std::string part : {"\"a\", ", "=", "b = ", "(c, ", "1, "}) {
    std::string line = "a = [";
    for (int i = 0; i < 50'000; ++i) line += part;
    EXPECT_NE(words_about(line + " 5x"), "accepted") << part;
  }
}

TEST(TomlTexts, ThatAreSoundAreNotTakenForMistakes) {
  for (const char* sound : {"a = 1979-05-27", "a = 'c:\\d'", "a = \"\"\"one\n\" two\"\"\"",
                            "a = [1e-3, +0.5, -inf, 0x1F]", "a.b = { c = [1, \"d\"], e = true }  # f = [g"})
    EXPECT_THAT(words_about(std::string(sound) + "\nb = 5x"), Not(HasSubstr("4:"))) << sound;
}

}  // namespace
}  // namespace plumb::texts_that_are_no_toml
