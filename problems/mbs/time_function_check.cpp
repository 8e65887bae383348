#include "problems/mbs/time_function_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

#include "problems/mbs/signal.hpp"

namespace plumb::mbs {
namespace {

std::string shown(const quad& x) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(6);
  out << static_cast<double>(x);
  return out.str();
}

std::string why_no_table(const Table& table) {
  const std::size_t fewest = table.ends == TableEnds::not_a_knot ? 4 : 2;
  if (table.times.size() < fewest || table.times.size() != table.values.size())
    return "its table has " + std::to_string(table.times.size()) + " points; at least " + std::to_string(fewest) +
           " are needed";
  for (std::size_t i = 1; i < table.times.size(); ++i)
    if (!(table.times[i - 1].in<quad>() < table.times[i].in<quad>()))
      return "its table: the time " + shown(table.times[i].in<quad>()) + " s follows " +
             shown(table.times[i - 1].in<quad>()) + " s, but times must increase";
  return "";
}

}  // namespace

std::string why_no_pieces(const TimeFunction& f) {
  if (f.table) return why_no_table(*f.table);
  quad begin = f.from.in<quad>();
  for (const auto& piece : f.pieces) {
    const quad end = piece.until.in<quad>();
    if (!isfinite(begin) || !isfinite(end) || !(end > begin))
      return "a piece begins at " + shown(begin) + " s and ends at " + shown(end) + " s; the end must be later";
    begin = end;
  }
  return "";
}

std::string why_not_imposed(const TimeFunction& f, bool on_rate) {
  const auto breaks = Signal<quad>::of(f).breaks();
  quad value = 0, rate = 0, shortest = std::numeric_limits<quad>::infinity();
  for (std::size_t k = 0; k < breaks.size(); ++k) {
    const auto& at = breaks[k];
    value = std::max({value, quad(abs(at.before.value)), quad(abs(at.after.value))});
    rate = std::max({rate, quad(abs(at.before.rate)), quad(abs(at.after.rate))});
    if (k > 0) shortest = std::min(shortest, quad(at.time - breaks[k - 1].time));
  }
  rate = std::max(rate, quad(value / shortest));
  const quad rounding = 1e-12;
  for (const auto& at : breaks) {
    const quad by = at.after.value - at.before.value, rate_by = at.after.rate - at.before.rate;
    if (abs(by) > rounding * value) return "it jumps by " + shown(by) + " at " + shown(at.time) + " s";
    if (!on_rate && abs(rate_by) > rounding * rate)
      return "its rate jumps by " + shown(rate_by) + " at " + shown(at.time) + " s";
  }
  return "";
}

}  // namespace plumb::mbs
