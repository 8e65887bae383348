#include "text/suggest.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace plumb {
namespace {

const std::vector<std::string> problems = {"pendulum", "two-link", "squeezer", "spinning-top", "shaft"};

std::string random_word(std::mt19937& random) {
  std::string word(random() % 7, ' ');
  for (char& c : word) c = static_cast<char>('a' + random() % 3);
  return word;
}

TEST(EditDistance, IsAMetric) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto a = random_word(random), b = random_word(random), c = random_word(random);
    EXPECT_EQ(edit_distance(a, a), 0u);
    EXPECT_EQ(edit_distance(a, b) == 0, a == b);
    EXPECT_EQ(edit_distance(a, b), edit_distance(b, a));
    EXPECT_LE(edit_distance(a, c), edit_distance(a, b) + edit_distance(b, c)) << a << ' ' << b << ' ' << c;
  }
}

TEST(EditDistance, OneEditIsOne) {
  const std::string word = "pendulum";
  for (std::size_t i = 0; i < word.size(); ++i) {
    auto deleted = word, inserted = word, replaced = word, swapped = word;
    deleted.erase(i, 1);
    inserted.insert(i, "x");
    replaced[i] = 'x';
    if (i + 1 < word.size()) std::swap(swapped[i], swapped[i + 1]);
    for (const auto& edited : {deleted, inserted, replaced}) EXPECT_EQ(edit_distance(word, edited), 1u) << edited;
    EXPECT_EQ(edit_distance(word, swapped), swapped == word ? 0u : 1u) << swapped;
  }
  EXPECT_EQ(edit_distance("ca", "abc"), 2u);  // the restricted variant of the distance yields 3
}

TEST(Suggest, NearestOrNothing) {
  EXPECT_EQ(nearest_name("pendulm", problems), "pendulum");
  EXPECT_EQ(nearest_name("Pendulum", problems), "pendulum");
  EXPECT_EQ(nearest_name("spining_top", problems), "spinning-top");
  EXPECT_FALSE(nearest_name("xyzzy", problems));
  EXPECT_FALSE(nearest_name("", problems));
  EXPECT_FALSE(nearest_name("a", {}));
}

TEST(Suggest, MessageListsTheChoices) {
  const std::string message = unknown_name("problem", "pendulm", problems).what();
  EXPECT_EQ(message,
            "unknown problem 'pendulm'; did you mean 'pendulum'? known: pendulum, two-link, squeezer, spinning-top, "
            "shaft");
  EXPECT_EQ(message.find('\n'), std::string::npos);
  EXPECT_STREQ(unknown_name("plugin", "q", {}).what(), "unknown plugin 'q'; none exists");
}

}  // namespace
}  // namespace plumb
