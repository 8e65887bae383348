#include "harness/compare/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr std::size_t page_width = 100;

/// Wraps words to the page's width, and indents all lines but the first.
std::string wrapped(const std::string& text) {
  std::string out, line;
  for (std::size_t position = 0; position < text.size();) {
    const auto end = std::min(text.find(' ', position), text.size());
    const auto word = text.substr(position, end - position);
    position = end + 1;
    if (word.empty()) continue;
    if (!line.empty() && display_width(line) + 1 + display_width(word) > page_width) {
      out += line + "\n";
      line = "  " + word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return line.empty() ? out : out + line + "\n";
}

std::size_t width_of(const std::string& text) {
  std::size_t out = 0;
  for (std::size_t position = 0; position < text.size();) {
    const auto end = std::min(text.find('\n', position), text.size());
    out = std::max(out, display_width(text.substr(position, end - position)));
    position = end + 1;
  }
  return out;
}

/// Returns a text like "block(nodes=legendre,r=..": at most `width` bytes, without splitting a UTF-8 character.
std::string shortened(const std::string& text, std::size_t width) {
  auto end = width - 2;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "..";
}

/// Shortens the longest texts of the table until it fits the width of the page. JSON contains the full texts.
Table fitted(Table table) {
  constexpr std::size_t shortest_name = 16;
  for (auto excess = width_of(as_text(table)); excess > page_width; excess = width_of(as_text(table))) {
    std::size_t longest = 0;
    for (const auto& row : table.rows)
      for (const auto& entry : row) longest = std::max(longest, entry.shown().size());
    if (longest <= shortest_name) return table;
    const auto width = std::max(shortest_name, longest - std::min(longest, excess - page_width));
    for (auto& row : table.rows)
      for (auto& entry : row)
        if (entry.shown().size() > width) entry = shortened(entry.shown(), width);
  }
  return table;
}

/// Returns the section in Markdown: a heading with a paragraph if it has no columns, and the provenance as a footer.
std::string as_page_markdown(const Section& section) {
  if (section.table.columns.empty())
    return as_markdown({.columns = {},
                        .rows = {},
                        .caption = section.table.caption,
                        .notes = {fmt::format("{}", fmt::join(section.table.notes, " "))}});
  if (section.id == "provenance")
    return "---\n" + as_markdown({.columns = {}, .rows = {}, .notes = {as_sentence("Made by", section.table)}});
  return as_markdown(section.table);
}

std::string as_page_text(Section section) {
  const auto notes = std::exchange(section.table.notes, {});
  const auto caption = std::exchange(section.table.caption, {});
  auto out = caption.empty() ? std::string() : wrapped(caption);
  if (section.id == "theory")
    out += wrapped(as_sentence("Theory", section.table));
  else if (section.id == "provenance")
    out += wrapped(as_sentence("Made by", section.table));
  else if (!section.table.rows.empty())
    out += as_text(fitted(section.table));
  for (const auto& note : notes) out += wrapped(note);
  return out;
}

std::string role_name(Role role) {
  switch (role) {
    case Role::judged: return "judged";
    case Role::beside: return "beside";
    case Role::tuned: return "tuned";
    case Role::field: return "catalogue";
  }
  return {};
}

std::vector<Entry> run_row(const Campaign& campaign, const Track& track, const Rung& rung, const Point* point) {
  const auto& entrant = campaign.plan.entrants[track.entrant];
  const auto& run = *rung.result;
  const auto error = error_of(rung.cell, run);
  return {campaign.plan.arenas[track.arena].name(),
          entrant.name(),
          role_name(entrant.role),
          entrant.family,
          Entry::number(rung.cell.step<double>()),
          rung.cell.options().has("rtol") ? Entry::number(rung.cell.options().number<double>("rtol")) : Entry(),
          name(run.status),
          Entry::number(error),
          point && point->uncertainty > 0 ? Entry::number(point->uncertainty) : Entry(),
          point ? Entry::number(point->cost) : Entry(),
          point ? Entry::number(point->evaluations) : Entry(),
          Entry::count(run.counters.factorizations),
          run.reason.empty() ? Entry() : Entry(run.reason)};
}

Json goals_json(const Subjects& subjects) {
  Json out = Json::array();
  const auto& entrants = subjects.campaign().plan.entrants;
  for (std::size_t g = 0; g < subjects.standings.goals().size(); ++g)
    for (std::size_t e = 0; e < entrants.size(); ++e) {
      const auto& cost = subjects.standings.cost(e, g);
      if (cost.reach == Reach::not_fit) continue;
      const auto if_ranked = [&](double x) { return cost.is_ranked() ? number_or_null(x) : Json(nullptr); };
      Json rank = nullptr;
      if (cost.is_ranked() && entrants[e].role != Role::tuned) {
        const auto found = subjects.standings.rank(e, g);
        rank = {{"first", found.first}, {"last", found.last}, {"of", found.competitors}};
      }
      out.push_back({{"arena", subjects.campaign().plan.arenas[subjects.standings.goals()[g].arena].name()},
                     {"rank", rank},
                     {"accuracy", subjects.standings.goals()[g].accuracy},
                     {"method", entrants[e].name()},
                     {"family", entrants[e].family},
                     {"role", role_name(entrants[e].role)},
                     {"reach", name(cost.reach)},
                     {"cost", if_ranked(cost.cost)},
                     {"low", number_or_null(cost.low)},
                     {"high", number_or_null(cost.high)},
                     {"evaluations", if_ranked(cost.evaluations)},
                     {"factorizations", cost.is_ranked() ? number_or_null(cost.factorizations) : Json(nullptr)},
                     {"least_error", number_or_null(cost.least_error)}});
    }
  return out;
}

Json orders_json(const Subjects& subjects) {
  Json out = Json::array();
  for (const auto& orders : subjects.campaign().orders) {
    const auto& track = subjects.campaign().tracks[orders.track];
    if (track.entrant != subjects.judged) continue;
    for (const auto& one : orders.classes) {
      auto element = to_json(one.component_class, one.result);
      element["arena"] = subjects.campaign().plan.arenas[track.arena].name();
      out.push_back(std::move(element));
    }
  }
  return out;
}

/// Returns the points of a track for a plot of error over cost. Points without cost or error are left out.
Json curve_json(const Subjects& subjects, const Track& track) {
  Json cost = Json::array(), error = Json::array();
  for (const auto& point : track.points) {
    if (!point.cost || !std::isfinite(point.error)) continue;
    cost.push_back(*point.cost);
    error.push_back(point.error);
  }
  const auto& entrant = subjects.campaign().plan.entrants[track.entrant];
  return {{"name", short_name(entrant.spec)},
          {"role", track.entrant == subjects.judged ? "this" : role_name(entrant.role)},
          {"family", entrant.family},
          {"cost", cost},
          {"error", error}};
}

Json order_curves(const Subjects& subjects, std::size_t arena) {
  Json out = Json::array();
  for (const auto& orders : subjects.campaign().orders) {
    const auto& track = subjects.campaign().tracks[orders.track];
    if (track.entrant != subjects.judged || track.arena != arena) continue;
    for (const auto& one : orders.classes) {
      if (one.component_class.find('.') != std::string::npos) continue;
      auto element = to_json(one.component_class, one.result);
      out.push_back(std::move(element));
    }
  }
  return out;
}

Json profile_curves(const Subjects& subjects) {
  Json out = Json::array();
  const auto solvers = solvers_of(subjects);
  const auto costs = subjects.standings.table(solvers);
  for (std::size_t i = 0; i < solvers.size(); ++i) {
    Json tau = Json::array(), share = Json::array();
    for (double x = 1; x < 1001; x *= 1.1) {
      tau.push_back(x);
      share.push_back(profile(costs, x)[i]);
    }
    out.push_back(
        {{"name", short_name(subjects.campaign().plan.entrants[solvers[i]].spec)}, {"tau", tau}, {"share", share}});
  }
  return out;
}

}  // namespace

std::vector<Section> sections_of(const Subjects& subjects) {
  std::vector<Section> out = {summary_section(subjects), theory_section(subjects), cost_section(subjects),
                              family_section(subjects), distribution_section(subjects)};
  if (auto formulations = formulation_section(subjects); !formulations.table.rows.empty())
    out.push_back(std::move(formulations));
  for (const auto make : {robustness_section, order_section, long_run_section}) out.push_back(make(subjects));
  if (!subjects.seconds.empty()) out.push_back(seconds_section(subjects));
  out.push_back(provenance_section(subjects));
  return out;
}

std::string as_sentence(std::string_view title, const Table& card) {
  std::string out;
  for (const auto& row : card.rows)
    out += fmt::format("{}{}: {}", out.empty() ? fmt::format("{}: ", title) : "; ", row[0].shown(), row[1].shown());
  return out.empty() ? out : out + ".";
}

std::string title_of(const Section& section) {
  if (!section.table.caption.empty()) return section.table.caption;
  return section.table.columns.empty() ? section.id : section.table.columns.front().header;
}

std::string page_text(const std::vector<Section>& sections, TableFormat format) {
  if (format == TableFormat::latex) return latex_page(sections);
  std::string out;
  for (const auto& section : sections) {
    if (!out.empty()) out += "\n";
    out += format == TableFormat::text ? as_page_text(section) : as_page_markdown(section);
  }
  return out;
}

Table run_table(const Campaign& campaign) {
  Table out{.columns = {{"arena"},
                        {"method"},
                        {"role"},
                        {"family"},
                        {"step", Align::right, "s"},
                        {"rtol", Align::right, "-"},
                        {"status"},
                        {"error", Align::right, "-"},
                        {"uncertainty", Align::right, "-"},
                        {"cost", Align::right, "evaluations"},
                        {"evaluations", Align::right, "-"},
                        {"factorizations", Align::right, "-"},
                        {"reason"}},
            .rows = {}};
  for (const auto& track : campaign.tracks) {
    const auto runs = runs_of(track);
    for (std::size_t i = 0; i < runs.size(); ++i)
      out.rows.push_back(run_row(campaign, track, *runs[i], i < track.points.size() ? &track.points[i] : nullptr));
  }
  return out;
}

Table with_provenance(Table table, const CampaignPlan& plan, const std::string& command) {
  for (const auto& [fact, value] : provenance(plan, command)) {
    table.columns.push_back({fact});
    for (auto& row : table.rows) row.emplace_back(value);
  }
  return table;
}

Json comparison_json(const Subjects& subjects) {
  Json sections = Json::array();
  for (const auto& section : sections_of(subjects)) {
    sections.push_back({{"id", section.id},
                        {"title", title_of(section)},
                        {"rows", as_json(section.table)},
                        {"notes", section.table.notes}});
    if (!section.data.is_null()) sections.back()["data"] = section.data;
  }
  Json made = Json::object();
  for (const auto& [fact, value] : provenance(subjects.campaign().plan, subjects.command)) made[fact] = value;
  return {{"method", subjects.entrant().name()},
          {"provenance", made},
          {"sections", sections},
          {"orders", orders_json(subjects)},
          {"goals", goals_json(subjects)}};
}

Json picture_json(const Subjects& subjects) {
  Json arenas = Json::array();
  for (std::size_t a = 0; a < subjects.campaign().plan.arenas.size(); ++a) {
    Json curves = Json::array();
    for (const auto& track : subjects.campaign().tracks)
      if (track.arena == a) curves.push_back(curve_json(subjects, track));
    arenas.push_back({{"name", subjects.campaign().plan.arenas[a].name()},
                      {"ranked", subjects.campaign().plan.arenas[a].ranked},
                      {"curves", curves},
                      {"orders", order_curves(subjects, a)}});
  }
  return {{"method", short_name(subjects.entrant().spec)},
          {"arenas", arenas},
          {"profiles", profile_curves(subjects)},
          {"distributions", distribution_section(subjects).data}};
}

}  // namespace plumb
