#include "harness/cli/early_rows.hpp"

#include <fmt/format.h>

#include "harness/api/cell_table.hpp"
#include "text/number_text.hpp"

namespace plumb {

void EarlyRows::show(StatusLine& line) {
  constexpr std::size_t most = 40;
  constexpr std::chrono::seconds pause(10);
  if (new_.empty() || Clock::now() < shown_at_ + pause_) return;
  CellTable table;
  std::size_t rows = 0;
  for (const auto& [place, result] : new_)
    if (rows++ < most) table.add(cells_[place], result);
  line.clear();
  note(
      fmt::format("{} finished; computing references for the errors (Ctrl-C keeps {}; --reference quick is faster, "
                  "--reference none skips this){}",
                  counted(rows, "cell"), rows == 1 ? "it" : "them", rows > most ? ". The first results:" : ""));
  print(table.table(), TableFormat::text, print_to_stderr);
  new_.clear();
  shown_at_ = Clock::now();
  pause_ = pause;
}

}  // namespace plumb
