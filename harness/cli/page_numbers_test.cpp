// The comparison of pages with evidence accepts true numbers and finds false ones.

#include "harness/cli/testing/page_numbers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Json small_claim =
    Json::parse(R"({"id": "x-99", "where": "section 77", "says": "At 66 it is small.", "turns_at_factor": 1.5, "counts":
  [{"passed": 3, "failed": 24, "of": 27}], "evidence": [
  {"check": "energy.max of block(r=3,rho=0.6) h=1e-3", "measured": 10.86, "uncertainty": 4.1, "note": "",
   "outcome": "failed", "cells": ["88"]},
  {"check": "ratio", "measured": 0.0294, "note": "rounding 7.605e-04", "outcome": "failed", "cells": []}, {"check": "end", "measured": 0.981, "outcome": "passed"}]})");

std::vector<std::string> wrong(const std::string& text) {
  return page::not_found(text, page::evidence_numbers(small_claim));
}

// Fails if a true number is refused: rounded, as a range, a count, a power, a percentage or a factor "less".
TEST(PageNumbers, AreThoseOfTheEvidence) {
  EXPECT_THAT(wrong("It is 10.9 ± 4.1, 11 at 1e-3 s, 7.6e-4 J, 3 of 27, 34 times less, 1.9 % off and 98 % of it."),
              IsEmpty());
  EXPECT_THAT(wrong("3 to 24, 2 of 3 fail, with 0.6, at 1 ms, within 1.5"), IsEmpty());
}

// Fails if a false number passes: another one, a digit too many, a number of an id, a run, a section or a sentence.
TEST(PageNumbers, AreNoOthers) {
  EXPECT_THAT(wrong("It is 9.6 times that, no more than 6.7e-4 J, 10.863, 5 %, 99, 88, 77, 66, 5 of 27 or 3 to 25."),
              ElementsAre("9.6", "6.7e-4", "10.863", "5 %", "99", "88", "77", "66", "5", "25"));
  EXPECT_THAT(wrong("a ratio of 4/5"), ElementsAre("4/5"));
}

// Fails if names and references must be evidence, or if the mark has no effect or an effect on the next number.
TEST(PageNumbers, AreNotNamesAndMarkedOnes) {
  EXPECT_THAT(wrong("LMS4, MSSTC(5), MSSTC(3, 4, 5), ESDIRK3(2)5L[2]SA and a_3: Figures 14 to 16, `plumb-55`."),
              IsEmpty());
  EXPECT_THAT(wrong("4.33e-13† J is printed, and 55 is not"), ElementsAre("55"));
}

}  // namespace
}  // namespace plumb
