// This section shows measured orders, as a table and in a sentence.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "harness/cell/method_file.hpp"
#include "harness/compare/section.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr const char* shown_classes[] = {"q", "v", "a", "lambda"};

std::string order_words(const OrderResult& r) {
  if (!r.order) return r.verdict ? std::string(name(*r.verdict)) : "no-window";
  auto out = fmt::format("{:.2f}", *r.order);
  if (!r.expected) return out + " *";
  if (r.verdict && *r.verdict != OrderVerdict::pass) out += fmt::format(" {}", name(*r.verdict));
  return out;
}

const OrderResult* class_of(const TrackOrders& orders, std::string_view name) {
  for (const auto& one : orders.classes)
    if (one.component_class == name) return &one.result;
  return nullptr;
}

Entry expected_entry(const TrackOrders& orders) {
  const auto* q = class_of(orders, "q");
  const auto* v = class_of(orders, "v");
  if (!q || !q->expected) return {};
  if (!v || !v->expected || *v->expected == *q->expected) return shortest(*q->expected);
  return fmt::format("{}, {}", shortest(*q->expected), shortest(*v->expected));
}

std::string window_words(const OrderResult* r) {
  if (!r || !r->window) return "–";
  return fmt::format("{} to {}", significant(r->window->first, 2), significant(r->window->second, 2));
}

/// Returns the steps over which the verdicts stand: "1e-3 to 0.06", or "1e-3 to 0.06; 2e-3 to 0.03" if those of v are
/// others.
Entry windows_entry(const TrackOrders& orders) {
  const auto of_q = window_words(class_of(orders, "q")), of_v = window_words(class_of(orders, "v"));
  if (of_q == of_v) return of_q == "–" ? Entry() : Entry(of_q);
  return of_q + "; " + of_v;
}

std::vector<Entry> row_of(const Subjects& of, const TrackOrders& orders) {
  std::vector<Entry> row = {of.campaign().plan.arenas[of.campaign().tracks[orders.track].arena].name(),
                            expected_entry(orders)};
  for (const auto* shown : shown_classes) {
    const auto* result = class_of(orders, shown);
    row.push_back(result ? Entry(order_words(*result)) : Entry());
  }
  row.push_back(windows_entry(orders));
  return row;
}

std::vector<const TrackOrders*> orders_of(const Subjects& of) {
  std::vector<const TrackOrders*> out;
  for (const auto& orders : of.campaign().orders)
    if (of.campaign().tracks[orders.track].entrant == of.judged) out.push_back(&orders);
  return out;
}

/// Returns what the smallest steps alone show, if that is another order than that of the longest window. An error of
/// first order may hide below one of second order until the steps are small.
std::optional<OrderResult> hidden_order(const OrderResult& whole) {
  constexpr std::size_t fewest = 4;
  constexpr double another = 0.25;
  std::vector<OrderPoint> usable;
  for (const auto& p : whole.points)
    if (p.mark == PointMark::usable) usable.push_back(p.point);
  if (!whole.order || usable.size() < fewest) return {};
  const std::vector<OrderPoint> finest(usable.end() - fewest, usable.end());
  auto out = observed_order(finest);
  if (!out.order || *out.order > *whole.order - another) return {};
  return out;
}

/// Returns texts like "q of pendulum ode 1.02 (h = 3e-5 to 2.4e-4 s)".
std::vector<std::string> hidden_orders(const Subjects& of) {
  std::vector<std::string> out;
  for (const auto* orders : orders_of(of))
    for (const auto* shown : {"q", "v"}) {
      const auto* r = class_of(*orders, shown);
      const auto hidden = r ? hidden_order(*r) : std::nullopt;
      if (hidden)
        out.push_back(fmt::format("{} of {} {:.2f} (h = {} to {} s)", shown,
                                  of.campaign().plan.arenas[of.campaign().tracks[orders->track].arena].name(),
                                  *hidden->order, significant(hidden->window->first, 2),
                                  significant(hidden->window->second, 2)));
    }
  return out;
}

/// Returns texts like "shaft index3, whose reference has outputs alone: u3 2.00 (h = 1e-3 to 0.01 s)".
std::vector<std::string> orders_of_outputs(const Subjects& of) {
  std::vector<std::string> out;
  for (const auto* orders : orders_of(of))
    for (const auto& one : orders->classes)
      if (std::ranges::find(shown_classes, one.component_class.substr(0, one.component_class.find('.'))) ==
          std::end(shown_classes))
        out.push_back(fmt::format("{}, whose reference has outputs alone: {} {}{}.",
                                  of.campaign().plan.arenas[of.campaign().tracks[orders->track].arena].name(),
                                  one.component_class, order_words(one.result),
                                  one.result.window ? fmt::format(" (h = {} s)", window_words(&one.result)) : ""));
  return out;
}

/// Returns why a class has no pass, if that is known: "spinning-top rotation-index3, lambda: ...".
std::vector<std::string> reasons(const Subjects& of) {
  std::vector<std::string> out;
  for (const auto* orders : orders_of(of)) {
    const auto where = of.campaign().plan.arenas[of.campaign().tracks[orders->track].arena].name();
    if (!orders->refusal.empty()) out.push_back(fmt::format("{}: {}.", where, orders->refusal));
    for (const auto* shown : {"q", "v"}) {
      const auto* r = class_of(*orders, shown);
      if (r && !r->order && !r->reason.empty()) out.push_back(fmt::format("{}, {}: {}.", where, shown, r->reason));
    }
  }
  return out;
}

/// Says what a method's orders are worth. A library only claims its orders.
const char* asserted(const Subjects& of) { return from_outside(of.entrant().spec.name) ? "claimed" : "proven"; }

}  // namespace

Section order_section(const Subjects& of) {
  Section out{.id = "orders",
              .table = {.columns = {{"measured orders"},
                                    {asserted(of), Align::right, "-"},
                                    {"q"},
                                    {"v"},
                                    {"a"},
                                    {"lambda"},
                                    {"window of q; v", Align::left, "s"}},
                        .rows = {}}};
  for (const auto* orders : orders_of(of)) out.table.rows.push_back(row_of(of, *orders));
  out.table.notes = orders_of_outputs(of);
  std::ranges::move(reasons(of), std::back_inserter(out.table.notes));
  out.table.notes.emplace_back(
      "Slopes of the rms error over the run, in windows of at least 4 steps and a factor 8 that were found among the "
      "steps tried here; a word stands where they are not within 0.25 of what is expected, superconvergent only where "
      "q, v and their errors at the end agree; *: there is no order to judge by.");
  return out;
}

std::string order_finding(const Subjects& of) {
  int judged = 0, kept = 0, more = 0, without = 0;
  std::vector<std::string> less;
  for (const auto* orders : orders_of(of))
    for (const auto* shown : {"q", "v"}) {
      const auto* r = class_of(*orders, shown);
      if (!r || !r->expected) continue;
      ++(r->order ? judged : without);
      const auto where = of.campaign().plan.arenas[of.campaign().tracks[orders->track].arena].name();
      if (r->verdict == OrderVerdict::pass)
        ++kept;
      else if (r->verdict == OrderVerdict::superconvergent)
        ++more;
      else if (r->order)
        less.push_back(fmt::format("{} in {} of {} ({:.2f} for {} at h = {} s)", name(*r->verdict), shown, where,
                                   *r->order, shortest(*r->expected), window_words(r)));
    }
  if (judged == 0 && without == 0) return "Order: there is none that could be judged, or none can be measured.";
  auto out = fmt::format("Order: q and v show the {} one in {} of {} studies", asserted(of), kept, judged);
  if (more > 0) out += fmt::format(", and more in {}", more);
  if (without > 0) out += fmt::format(", and {} have no window to judge by", without);
  if (!less.empty()) out += fmt::format("; {}", fmt::join(less, ", "));
  const auto hidden = hidden_orders(of);
  if (!hidden.empty()) out += fmt::format("; at the smallest steps less: {}", fmt::join(hidden, ", "));
  return out + ".";
}

}  // namespace plumb
