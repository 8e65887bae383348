#include "text/chosen_columns.hpp"

#include <gmock/gmock.h>

#include "text/exit_codes.hpp"

namespace plumb {
namespace {

using testing::ElementsAre;

const std::vector<Column> columns = {{"id"}, {"end.q", Align::right, "m"}, {"end.v", Align::right, "m/s"}, {"re.q"}};

TEST(ChosenColumns, FollowNamesAndPatternsInTheirOrder) {
  EXPECT_THAT(chosen_columns(columns, {"re.q", "id"}), ElementsAre(3, 0));
  EXPECT_THAT(chosen_columns(columns, {"end.*"}), ElementsAre(1, 2));
  EXPECT_THAT(chosen_columns(columns, {"*.q", "end.?"}), ElementsAre(1, 3, 2)) << "each once";
  EXPECT_THAT(chosen_columns(columns, {"*"}), ElementsAre(0, 1, 2, 3));
}

TEST(ChosenColumns, NameWhatThereIsWhereNothingFits) {
  for (const char* wrong : {"end.p", "", "e?", "END.q"}) {
    try {
      chosen_columns(columns, {"id", wrong});
      ADD_FAILURE() << wrong;
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), testing::HasSubstr("id, end.q, end.v, re.q")) << wrong;
    }
  }
}

TEST(ChosenColumns, KeepUnitsCaptionsAndNotes) {
  const Table table{.columns = columns, .rows = {{"a", "1", "2", "3"}, {"b", "4"}}, .caption = "c", .notes = {"n"}};
  EXPECT_EQ(printed(with_columns(table, {"end.v", "id"}), TableFormat::text),
            "c\nend.v [m/s]  id\n          2  a\n          –  b\nn\n");
}

}  // namespace
}  // namespace plumb
