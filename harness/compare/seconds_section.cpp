// This section shows seconds at equal accuracy, and the noise of the machine.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/compare/section.hpp"
#include "harness/timing/timing.hpp"
#include "text/number_text.hpp"

namespace plumb {

Section seconds_section(const Subjects& of) {
  Section out{.id = "seconds",
              .table = {.columns = {{"seconds at equal accuracy"},
                                    {"method"},
                                    {"CPU", Align::right, "s"},
                                    {"beside it"},
                                    {"noise", Align::right, "-"}},
                        .rows = {}}};
  bool is_fit = true;
  for (const auto& at : of.seconds) {
    is_fit = is_fit && at.is_fit;
    for (const auto& one : at.entrants) {
      const bool is_own = one.entrant == of.judged;
      out.table.rows.push_back(
          {of.standings.name(at.goal), short_name(of.campaign().plan.entrants[one.entrant].spec),
           Entry::number(one.seconds),
           is_own ? Entry("itself") : Entry(one.refusal.empty() ? name(one.standing) : one.refusal),
           is_own ? Entry::number(at.noise, 2) : Entry()});
    }
  }
  out.table.notes = {
      "CPU time of the run that has the accuracy, interpolated as costs are; within the noise of a run and "
      "its twin two times are a tie."};
  if (!is_fit)
    out.table.notes.push_back(fmt::format(
        "The machine was not quiet: with more than {} % of noise times are shown, and nothing is ranked by them.",
        shortest(100 * tolerated_noise)));
  return out;
}

}  // namespace plumb
