// Section on seconds at equal accuracy, and the noise of the machine.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/compare/section.hpp"
#include "harness/timing/timing.hpp"
#include "text/number_text.hpp"

namespace plumb {

Section seconds_section(const Subjects& subjects) {
  Section out{.id = "seconds",
              .table = {.columns = {{"seconds at equal accuracy"},
                                    {"method"},
                                    {"CPU", Align::right, "s"},
                                    {"beside it"},
                                    {"noise", Align::right, "-"}},
                        .rows = {}}};
  bool is_fit = true;
  for (const auto& at : subjects.seconds) {
    is_fit = is_fit && at.is_fit;
    for (const auto& one : at.entrants) {
      const bool is_own = one.entrant == subjects.judged;
      out.table.rows.push_back(
          {subjects.standings.name(at.goal), short_name(subjects.campaign().plan.entrants[one.entrant].spec),
           Entry::number(one.seconds),
           is_own ? Entry("itself") : Entry(one.refusal.empty() ? name(one.standing) : one.refusal),
           is_own ? Entry::number(at.noise, 2) : Entry()});
    }
  }
  out.table.notes = {
      "CPU time of a run with this accuracy, interpolated as costs are. Two times that differ by less than the noise "
      "are a tie; the noise is the difference of two timings of the same run."};
  if (!is_fit)
    out.table.notes.push_back(
        fmt::format("The machine was not quiet: the noise exceeds {} %, so times are printed but not ranked.",
                    shortest(100 * tolerated_noise)));
  return out;
}

}  // namespace plumb
