// Section on measured orders, and the sentence about them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/compare/form_orders.hpp"
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

/// Returns the windows of step sizes [s] over which the slopes were fitted: "1e-3 to 0.06", or "1e-3 to 0.06; 2e-3 to
/// 0.03" if the windows of q and v differ.
Entry windows_entry(const TrackOrders& orders) {
  const auto of_q = window_words(class_of(orders, "q")), of_v = window_words(class_of(orders, "v"));
  if (of_q == of_v) return of_q == "–" ? Entry() : Entry(of_q);
  return of_q + "; " + of_v;
}

std::vector<Entry> row_of(const Subjects& subjects, const TrackOrders& orders) {
  std::vector<Entry> row = {subjects.campaign().plan.arenas[subjects.campaign().tracks[orders.track].arena].name(),
                            expected_entry(orders)};
  for (const auto* shown : shown_classes) {
    const auto* result = class_of(orders, shown);
    row.push_back(result ? Entry(order_words(*result)) : Entry());
  }
  row.push_back(windows_entry(orders));
  return row;
}

const Arena& arena_of(const Subjects& subjects, const TrackOrders& orders) {
  return subjects.campaign().plan.arenas[subjects.campaign().tracks[orders.track].arena];
}

std::vector<const TrackOrders*> orders_of(const Subjects& subjects) {
  std::vector<const TrackOrders*> out;
  for (const auto& orders : subjects.campaign().orders)
    if (subjects.campaign().tracks[orders.track].entrant == subjects.judged) out.push_back(&orders);
  return out;
}

/// Returns the order over the four smallest steps, if it is lower than the order over the longest window. A small error
/// term of first order, for example, appears only at small steps.
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
std::vector<std::string> hidden_orders(const Subjects& subjects) {
  std::vector<std::string> out;
  for (const auto* orders : orders_of(subjects))
    for (const auto* shown : {"q", "v"}) {
      const auto* r = class_of(*orders, shown);
      const auto hidden = r ? hidden_order(*r) : std::nullopt;
      if (hidden)
        out.push_back(fmt::format("{} of {} {:.2f} (h = {} to {} s)", shown, arena_of(subjects, *orders).name(),
                                  *hidden->order, significant(hidden->window->first, 2),
                                  significant(hidden->window->second, 2)));
    }
  return out;
}

/// Returns texts like "shaft index3, whose reference has outputs alone: u3 2.00 (h = 1e-3 to 0.01 s)".
std::vector<std::string> orders_of_outputs(const Subjects& subjects) {
  std::vector<std::string> out;
  for (const auto* orders : orders_of(subjects))
    for (const auto& one : orders->classes)
      if (std::ranges::find(shown_classes, one.component_class.substr(0, one.component_class.find('.'))) ==
          std::end(shown_classes))
        out.push_back(fmt::format("{}, whose reference has outputs only: {} {}{}.", arena_of(subjects, *orders).name(),
                                  one.component_class, order_words(one.result),
                                  one.result.window ? fmt::format(" (h = {} s)", window_words(&one.result)) : ""));
  return out;
}

/// Returns the reasons why the order of a class does not pass: "spinning-top rotation-index3, lambda: ...".
std::vector<std::string> reasons(const Subjects& subjects) {
  std::vector<std::string> out;
  for (const auto* orders : orders_of(subjects)) {
    const auto where = arena_of(subjects, *orders).name();
    if (!orders->refusal.empty()) out.push_back(fmt::format("{}: {}.", where, orders->refusal));
    for (const auto* shown : {"q", "v"}) {
      const auto* r = class_of(*orders, shown);
      if (r && !r->order && !r->reason.empty()) out.push_back(fmt::format("{}, {}: {}.", where, shown, r->reason));
    }
  }
  return out;
}

// ---- orders by form of the equations

/// Returns whether the errors do not decrease with the step size.
bool does_not_converge(const OrderResult& r) {
  constexpr double no_order = 0.25;
  return r.verdict == OrderVerdict::diverging || (r.order && *r.order < no_order);
}

std::string family_of(const Arena& arena) {
  return std::string(formulation_named(problem_named(arena.problem.name), arena.formulation).family());
}

std::vector<FormOrder> measured_by_form(const Subjects& subjects) {
  std::vector<FormOrder> out;
  for (const auto* orders : orders_of(subjects)) {
    const auto& arena = arena_of(subjects, *orders);
    for (const auto* shown : shown_classes)
      if (const auto* r = class_of(*orders, shown))
        out.push_back({family_of(arena), shown, arena.label, r->order, !does_not_converge(*r)});
  }
  return out;
}

/// Returns the classical order of the method: from its analysis, which includes its parameters, else from its metadata.
int classical_order(const Subjects& subjects) {
  const auto& theory = subjects.campaign().theory[subjects.judged];
  return theory && theory->order ? *theory->order : method_named(subjects.entrant().spec).info.order;
}

/// Returns the word for the expected orders: a library only claims its orders.
const char* asserted(const Subjects& subjects) {
  return from_outside(subjects.entrant().spec.name) ? "claimed" : "proven";
}

}  // namespace

Section order_section(const Subjects& subjects) {
  Section out{.id = "orders",
              .table = {.columns = {{"measured orders"},
                                    {asserted(subjects), Align::right, "-"},
                                    {"q"},
                                    {"v"},
                                    {"a"},
                                    {"lambda"},
                                    {"window of q; v", Align::left, "s"}},
                        .rows = {}}};
  for (const auto* orders : orders_of(subjects)) out.table.rows.push_back(row_of(subjects, *orders));
  out.table.notes = orders_of_outputs(subjects);
  std::ranges::move(reasons(subjects), std::back_inserter(out.table.notes));
  out.table.notes.emplace_back(
      "Slopes of the rms error over the run, fitted over at least 4 steps and a factor of 8 in h. A word replaces a "
      "slope that differs from the expected order by more than 0.25; superconvergent requires that q, v and their "
      "errors at the end agree. *: the method has no expected order.");
  return out;
}

std::string order_finding(const Subjects& subjects) {
  auto out = order_sentences(measured_by_form(subjects), classical_order(subjects));
  if (out.empty()) out = "Order: none can be measured.";
  int judged = 0, kept = 0, more = 0, without = 0;
  std::vector<std::string> less;
  for (const auto* orders : orders_of(subjects))
    for (const auto* shown : {"q", "v"}) {
      const auto* r = class_of(*orders, shown);
      if (!r || !r->expected) continue;
      ++(r->order ? judged : without);
      kept += r->verdict == OrderVerdict::pass;
      more += r->verdict == OrderVerdict::superconvergent;
      if (r->order && r->verdict != OrderVerdict::pass && r->verdict != OrderVerdict::superconvergent)
        less.push_back(fmt::format("{} in {} of {} ({:.2f} for {} at h = {} s)", name(*r->verdict), shown,
                                   arena_of(subjects, *orders).name(), *r->order, shortest(*r->expected),
                                   window_words(r)));
    }
  if (judged > 0)
    out += fmt::format(" Of {} of q or v with a {} value {} that value",
                       counted(static_cast<std::size_t>(judged), "order"), asserted(subjects),
                       kept == 1 ? "1 has" : fmt::format("{} have", kept));
  if (judged > 0 && more > 0) out += fmt::format(", {} more", more == 1 ? "1 has" : fmt::format("{} have", more));
  if (!less.empty()) out += fmt::format("; {}", fmt::join(less, ", "));
  if (judged > 0) out += ".";
  if (without > 0)
    out += fmt::format(" {} {} too few usable steps to be judged.", counted(static_cast<std::size_t>(without), "order"),
                       without == 1 ? "has" : "have");
  const auto hidden = hidden_orders(subjects);
  if (!hidden.empty()) out += fmt::format(" At the smallest steps orders are lower: {}.", fmt::join(hidden, ", "));
  return out;
}

std::vector<std::string> orders_not_measured(const Subjects& subjects) {
  return components_without_order(measured_by_form(subjects));
}

}  // namespace plumb
