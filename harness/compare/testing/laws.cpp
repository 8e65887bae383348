#include "harness/compare/testing/laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>

#include "harness/judge/order_measurement.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using Broken = std::vector<std::string>;

const Json& section(const Json& page, const std::string& id) {
  static const Json none = {{"rows", Json::array()}};
  for (const auto& one : page.at("sections"))
    if (one.at("id") == id) return one;
  return none;
}

std::string goal_of(const Json& goal) {
  return fmt::format("{} at {} of {}", goal.at("arena").get<std::string>(), goal.at("accuracy").dump(),
                     goal.at("method").get<std::string>());
}

// ---- goals: ranks and costs

/// Returns the number of methods that can be ranked at each goal. The key is the JSON of arena and accuracy.
std::map<std::string, int> fields(const Json& page) {
  std::map<std::string, int> out;
  for (const auto& goal : page.at("goals"))
    if (goal.at("role") != "tuned") ++out[goal.at("arena").dump() + goal.at("accuracy").dump()];
  return out;
}

void look_at_rank(const Json& goal, int methods, Broken& out) {
  const auto& rank = goal.at("rank");
  if (rank.is_null()) return;
  const int first = rank.at("first"), last = rank.at("last"), of = rank.at("of");
  if (!(1 <= first && first <= last && last <= of && of <= methods))
    out.push_back(fmt::format("rank {} to {} of {} among {} methods: {}", first, last, of, methods, goal_of(goal)));
  if (goal.at("cost").is_null()) out.push_back("a rank without a cost: " + goal_of(goal));
}

void look_at_cost(const Json& goal, Broken& out) {
  const auto& cost = goal.at("cost");
  const auto& reach = goal.at("reach");
  const bool is_known = reach == "measured" || reach == "at its largest step";
  if (is_known == cost.is_null())
    out.push_back(fmt::format("cost {} of reach {}: {}", cost.dump(), reach.dump(), goal_of(goal)));
  if (cost.is_null()) return;
  const auto &low = goal.at("low"), &high = goal.at("high");
  const bool is_within = (low.is_null() || low <= cost) && (high.is_null() || cost <= high);
  if (!is_within) out.push_back(fmt::format("cost {} beyond {} to {}", cost.dump(), low.dump(), high.dump()));
}

void look_at_goals(const Json& page, Broken& out) {
  const auto methods = fields(page);
  for (const auto& goal : page.at("goals")) {
    const auto at = methods.find(goal.at("arena").dump() + goal.at("accuracy").dump());
    look_at_rank(goal, at == methods.end() ? 0 : at->second, out);
    look_at_cost(goal, out);
  }
}

/// Checks the ranks in the table of costs: "41 to 48 of 60", "12 of 60".
void look_at_printed_ranks(const Json& page, Broken& out) {
  static const std::regex form("([0-9]+)( to ([0-9]+))? of ([0-9]+)");
  for (const auto& row : section(page, "cost").at("rows")) {
    std::smatch found;
    const auto text = row.value("rank", Json()).is_string() ? row.at("rank").get<std::string>() : std::string();
    if (!std::regex_match(text, found, form)) continue;
    const int first = std::stoi(found[1]), last = found[3].matched ? std::stoi(found[3]) : first;
    if (!(1 <= first && first <= last && last <= std::stoi(found[4]))) out.push_back("the table prints rank " + text);
  }
}

// ---- orders

bool follows(const Json& order) {
  const auto& verdict = order.at("verdict");
  const auto &slope = order.at("order"), &expected = order.at("expected"), &window = order.at("window");
  if (slope.is_null() != window.is_null()) return false;
  if (verdict == "no-window") return slope.is_null();
  if (verdict == "diverging") return true;
  if (slope.is_null() || expected.is_null()) return verdict.is_null();
  const double gap = slope.get<double>() - expected.get<double>();
  if (verdict == "superconvergent") return gap > slope_tolerance;
  if (verdict == "reduced") return gap < -slope_tolerance;
  return verdict == "pass" && std::abs(gap) <= slope_tolerance;
}

const Json* order_of(const Json& page, const Json& arena, const std::string& component_class) {
  for (const auto& one : page.at("orders"))
    if (one.at("arena") == arena && one.at("class") == component_class) return &one;
  return nullptr;
}

/// Returns whether the order is not superconvergent, or the other class (v for q, q for v) is superconvergent, too, or
/// has no expected order.
bool agrees(const Json& page, const Json& order) {
  if (order.at("verdict") != "superconvergent") return true;
  const auto own = order.at("class").get<std::string>().substr(0, 1);
  if (own != "q" && own != "v") return true;
  const auto* other = order_of(page, order.at("arena"), own == "q" ? "v" : "q");
  return !other || other->at("expected").is_null() || other->at("verdict") == "superconvergent";
}

void look_at_orders(const Json& page, Broken& out) {
  for (const auto& order : page.at("orders")) {
    const auto where =
        fmt::format("{} of {}", order.at("class").get<std::string>(), order.at("arena").get<std::string>());
    if (!follows(order))
      out.push_back(fmt::format("{} with order {} for {}: {}", order.at("verdict").dump(), order.at("order").dump(),
                                order.at("expected").dump(), where));
    if (!agrees(page, order)) out.push_back("superconvergent alone: " + where);
  }
}

/// Checks the orders in the table: one number for each order, followed by the verdict unless it is "pass".
void look_at_printed_orders(const Json& page, Broken& out) {
  for (const auto& row : section(page, "orders").at("rows"))
    for (const char* shown : {"q", "v"}) {
      const auto* order = order_of(page, row.at("measured orders"), shown);
      const auto cell = row.value(shown, Json());
      if (!order || !cell.is_string()) continue;
      const auto text = cell.get<std::string>();
      const bool has_number = text.starts_with(
          fmt::format("{:.2f}", order->at("order").is_null() ? std::nan("") : order->at("order").get<double>()));
      const auto word = order->at("verdict").is_null() ? std::string() : order->at("verdict").get<std::string>();
      const bool has_word = word.empty() || word == "pass" || text.find(word) != std::string::npos;
      if (has_number == order->at("order").is_null() || !has_word)
        out.push_back(fmt::format("the table prints '{}' for {} {}", text, order->at("order").dump(), word));
    }
}

// ---- formulations

/// Checks that the tables of formulations and of goals have the same cost of q at the same arena and accuracy.
void look_at_formulations(const Json& page, Broken& out) {
  for (const auto& row : section(page, "formulations").at("rows"))
    for (const auto& goal : page.at("goals")) {
      if (goal.at("arena") != row.at("formulations") || goal.at("role") != "judged") continue;
      const auto cost = row.value(fmt::format("q {}", shortest(goal.at("accuracy").get<double>())), Json());
      if (cost.is_number() && goal.at("method") == page.value("method", Json()) && cost != goal.at("cost"))
        out.push_back(fmt::format("cost {} of {}", cost.dump(), goal_of(goal)));
    }
}

// ---- counts

std::size_t goals_of_page(const Json& page) { return section(page, "cost").at("rows").size(); }

void look_at_counts(const Json& page, Broken& out) {
  static const std::regex form("([0-9]+)/([0-9]+)/([0-9]+)");
  const auto goals = goals_of_page(page);
  for (const auto& row : section(page, "families").at("rows")) {
    const auto text = row.value("cheaper/tie/dearer", Json());
    std::smatch found;
    const auto words = text.is_string() ? text.get<std::string>() : std::string();
    if (std::regex_match(words, found, form) &&
        std::stoul(found[1]) + std::stoul(found[2]) + std::stoul(found[3]) > goals)
      out.push_back(fmt::format("{} of {} goals", words, goals));
    const auto reached = row.value("goals", Json());
    if (reached.is_number() && reached.get<std::size_t>() > goals)
      out.push_back(fmt::format("{} of {} goals reached", reached.dump(), goals));
    double before = 0;
    for (const char* within : {"within 1", "2", "10"}) {
      const auto share = row.value(within, Json());
      if (!share.is_string()) continue;
      const double value = std::stod(share.get<std::string>());
      if (value < before || value > 1) out.push_back(fmt::format("the share within {} is {}", within, value));
      before = value;
    }
  }
}

// ---- runtime distributions

/// Returns whether the values are between 0 and 1 and do not fall.
bool is_distribution(const std::vector<double>& values) {
  return std::ranges::is_sorted(values) && (values.empty() || (values.front() >= 0 && values.back() <= 1));
}

void look_at_distributions(const Json& page, Broken& out) {
  const auto data = section(page, "distributions").value("data", Json::object());
  for (const auto& curve : data.value("curves", Json::array())) {
    const auto share = curve.at("share").get<std::vector<double>>(), low = curve.at("low").get<std::vector<double>>(),
               high = curve.at("high").get<std::vector<double>>();
    bool is_band = low.size() == high.size() && (low.empty() || low.size() == share.size());
    for (std::size_t i = 0; is_band && i < low.size(); ++i) is_band = low[i] <= high[i];
    if (!is_band || !is_distribution(share) || !is_distribution(low) || !is_distribution(high))
      out.push_back("no runtime distribution: that of " + curve.at("method").get<std::string>());
  }
}

}  // namespace

std::vector<std::string> broken_laws(const Json& page) {
  Broken out;
  look_at_goals(page, out);
  look_at_printed_ranks(page, out);
  look_at_orders(page, out);
  look_at_printed_orders(page, out);
  look_at_formulations(page, out);
  look_at_counts(page, out);
  look_at_distributions(page, out);
  return out;
}

}  // namespace plumb
