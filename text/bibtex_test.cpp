// Entries of BibTeX: reading returns the written entries, and one line of readable text describes an entry.

#include "text/bibtex.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/exit_codes.hpp"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* two = R"(A comment, and mail@example.org.
% @article{no, year = 1}
@Article{smith2001,
  Author = {Smith, Jos\'e Ann-Marie and {The Group}},
  title = "On {RK} methods -- the $\alpha$ case",
  year = 2001,
}
  @book{ key-2,title={A {B{C}} "d"},publisher = {P \& Q}, year={1990}}
)";

TEST(Bibtex, ReadsBracesQuotesAndNumbers) {
  const auto entries = bib_entries(two, "a.bib");
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].type, "article");
  EXPECT_EQ(entries[0].key, "smith2001");
  EXPECT_EQ(entries[0].field("title"), "On {RK} methods -- the $\\alpha$ case");
  EXPECT_EQ(entries[0].field("year"), "2001");
  EXPECT_EQ(entries[0].field("doi"), "");
  EXPECT_EQ(entries[1].key, "key-2");
  EXPECT_EQ(entries[1].field("title"), "A {B{C}} \"d\"");
}

TEST(Bibtex, ReadsWhatItWrites) {
  for (const auto& entry : bib_entries(two, "a.bib")) {
    const auto again = bib_entries(bibtex(entry), "b.bib");
    ASSERT_EQ(again.size(), 1u);
    EXPECT_EQ(again[0].type, entry.type);
    EXPECT_EQ(again[0].key, entry.key);
    EXPECT_EQ(again[0].fields, entry.fields);
  }
}

// This fails if a truncated file, or a file with duplicate names, is read without an error.
TEST(Bibtex, SaysWhatIsWrongAndWhere) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"\n@article{a2001, title = {x", "a.bib:2: the value that begins here is not closed"},
      {"@article{a2001, title = {x}", "a.bib:1: '}' is missing at the end of an entry"},
      {"@article{a2001, title {x}}", "'=' is missing after the name of a field"},
      {"@article{a2001, title = }", "a value: braces, quotation marks or a number is missing"},
      {"@article{, title = {x}}", "the key of an entry is missing"},
      {"@article a2001", "'{' is missing after the type of an entry"},
      {"@article{a2001, title = {x}, TITLE = {y}}", "a2001: the field 'title' occurs twice; remove one"},
      {"@article{a2001, title = {}}", "'title' is empty"},
      {"@book{a2001, year = 1}\n@book{a2001, year = 2}", "a.bib:2: the key 'a2001' occurs twice; keys must be unique"}};
  for (const auto& [text, message] : mistakes) try {
      bib_entries(text, "a.bib");
      ADD_FAILURE() << text;
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), HasSubstr(message));
    }
}

TEST(Bibtex, ReferencesForPeople) {
  const auto entries = bib_entries(
      R"(@article{a2007, author = {Arnold, Martin and Brüls, Olivier Jean-Paul}, title = {The generalized-$\alpha$ scheme},
           journal = {Multibody System Dynamics}, volume = {18}, number = {2}, pages = {185--202}, year = {2007},
           doi = {10.1007/s11044-007-9084-0}}
         @book{l1989, author = {Östlund, Åke}, title = {{DAEs}}, series = {Notes}, volume = {1409},
           publisher = {Springer}, year = {1989}}
         @techreport{t2008, author = {{The Group}}, title = {Tests}, institution = {Bari}, year = {2008}})",
      "a.bib");
  EXPECT_EQ(reference_text(entries[0]),
            "M. Arnold, O. J. P. Brüls: The generalized-α scheme. Multibody System Dynamics 18(2), 185–202, 2007. "
            "doi:10.1007/s11044-007-9084-0");
  EXPECT_EQ(reference_text(entries[1]), "Å. Östlund: DAEs. Notes 1409, Springer, 1989");
  EXPECT_EQ(reference_text(entries[2]), "The Group: Tests. Bari, 2008");
  EXPECT_THAT(authors(entries[0]), ElementsAre("Arnold, Martin", "Brüls, Olivier Jean-Paul"));
}

TEST(Bibtex, FindsTheKeysInASource) {
  EXPECT_THAT(cited_keys("andersen1983; jay1996; hairer2006, section VII.1.4"),
              ElementsAre("andersen1983", "jay1996", "hairer2006"));
  EXPECT_THAT(cited_keys("simeon1996, its data with a rigid rod (mazzia2008, problem 2008)"),
              ElementsAre("simeon1996", "mazzia2008"));
  EXPECT_THAT(cited_keys("Boost 1.74; esdirk325l2sa of 2019; sdirk20191"), ElementsAre());
}

}  // namespace
}  // namespace plumb
