#include "harness/report/report.hpp"

#include <fmt/format.h>

#include "contract/stop.hpp"
#include "harness/report/assets.hpp"
#include "harness/report/page.hpp"
#include "harness/report/site_data.hpp"
#include "harness/report/site_folder.hpp"

namespace plumb {
namespace {

constexpr const char* coefficients_kind = "coefficients";  // only for readers: no page shows these data

/// A page with fixed contents from assets/NAME.html, and its script.
struct FixedPage {
  const char *name, *title;
  std::vector<std::string> data, scripts;
};

const std::vector<FixedPage>& fixed_pages() {
  static const std::vector<FixedPage> all = {
      {"index",
       "Overview",
       {"index", "cells", "papers", "check", "changes"},
       {"runs.js", "alike.js", "failures.js", "overview.js"}},
      {"matrix",
       "Matrix of methods and problems",
       {"index", "cells"},
       {"runs.js", "alike.js", "failures.js", "picture.js", "cell.js", "matrix.js"}},
      {"work", "Work and precision", {"index", "cells"}, {"runs.js", "alike.js", "picture.js", "cell.js", "work.js"}},
      {"order", "Observed order", {"index", "cells", "orders"}, {"runs.js", "picture.js", "order.js"}},
      {"methods", "Methods", {"index", "methods"}, {"list.js"}},
      {"problems", "Problems", {"index", "problems"}, {"list.js"}},
      {"papers", "Papers", {"index", "papers"}, {"list.js"}},
      {"compare", "A method compared with the catalogue", {"index", "compare"}, {"picture.js", "compare.js"}},
      {"changes", "Two stores compared", {"changes"}, {"changes.js"}},
      {"check", "Checks", {"index", "check", "history"}, {"picture.js", "check.js"}},
      {"about", "About this site", {"index", "cells"}, {"runs.js", "picture.js", "cell.js", "about.js"}}};
  return all;
}

Json index_json(const ReportContents& contents) {
  const auto& runs = contents.runs;
  return {{"schema", report_schema},
          {"program", "plumb " + contents.version},
          {"plotly", contents.drawing.version},
          {"plotly_licence", contents.drawing.licence},
          {"katex", contents.formulas.version},
          {"katex_licence", contents.formulas.licence},
          {"stores", contents.stores},
          {"cells", runs.runs().size()},
          {"superseded", runs.superseded()},
          {"runs_in_a_file", runs_in_a_file},
          {"statuses", statuses_json(runs)},
          {"quantities", quantities_json(runs)},
          {"environments", environments_json(runs)},
          {"methods", subjects_json(runs.methods())},
          {"problems", subjects_json(runs.problems())},
          {"counts",
           {{"methods", contents.methods.size()},
            {"problems", contents.problems.size()},
            {"papers", contents.papers.size()},
            {"orders", contents.orders.size()}}}};
}

Json with_schema(const Json& value) {
  Json out = {{"schema", report_schema}};
  out.update(value);
  return out;
}

Json listed(const char* key, const Json& list) { return {{"schema", report_schema}, {key, list}}; }

void write_data(const ReportContents& contents, SiteFolder& site) {
  const auto& runs = contents.runs;
  site.script("index", index_json(contents));
  site.script("cells", cells_json(runs));
  site.script("orders", orders_json(runs, contents.orders));
  site.script("methods", listed("methods", contents.methods));
  site.script("problems", listed("problems", contents.problems));
  site.script("papers", listed("papers", contents.papers));
  site.script("compare", with_schema(contents.comparison));
  site.script("check", with_schema(contents.check));
  site.script("history", listed("values", contents.history));
  site.script("changes", with_schema(contents.changes));
  for (std::size_t i = 0; i < runs.columns().size(); ++i) {
    stopping_point();
    site.script_text(fmt::format("quantity/{}", i), quantity_text(runs.columns()[i]));
  }
  for (std::size_t first = 0; first < runs.runs().size(); first += runs_in_a_file) {
    stopping_point();
    site.script(fmt::format("cell/{}", first / runs_in_a_file), details_json(runs, first, contents.kept));
  }
}

void write_saved_runs(const ReportContents& contents, SiteFolder& site) {
  for (const auto& [id, kept] : contents.kept) {
    stopping_point();
    if (!kept.trajectory.is_null()) site.script("kept/" + id, with_schema(kept.trajectory));
    if (!kept.animation.empty()) site.picture(id, kept.animation);
  }
}

void write_subjects(const std::vector<SubjectPage>& pages, const char* folder, const char* place,
                    const std::string& documentation, SiteFolder& site) {
  for (const auto& page : pages) {
    Page html{.title = page.title, .place = place, .main = page.html, .depth = 1, .documentation = documentation};
    if (page.kind == PageKind::catalogue) {
      html.data = {"index", "cells"};
      html.scripts = {"runs.js", "picture.js", "cell.js", "subject.js"};
    } else {
      html.scripts = {"picture.js", "figure.js"};
    }
    for (const auto& [name, value, csv] : page.later) {
      stopping_point();
      site.script(name, value);
      site.csv(name, csv);
    }
    for (const auto& [kind, value] : page.data) {
      const auto name = fmt::format("{}/{}", kind, page.name);
      if (kind == coefficients_kind) {
        site.json(name, with_schema(value));
        continue;
      }
      site.script(name, with_schema(value));
      html.data.push_back(name);
    }
    if (!page.picture.empty()) site.picture(page.name, page.picture);
    site.page(fmt::format("{}/{}.html", folder, page.name), html_page(html));
  }
}

void write_assets(const ReportContents& contents, SiteFolder& site) {
  for (const auto& file : report_assets())
    if (!file.path.ends_with(".html")) site.asset(fmt::format("assets/{}", file.path), file.text);
  site.asset("assets/plotly.js", contents.drawing.text);
  const auto mark =
      fmt::format("{}: KaTeX {}, whose licence stands on the page About */\n", asset_begins, contents.formulas.version);
  site.asset("assets/katex.js", mark + contents.formulas.script);
  site.asset("assets/katex.css", mark + contents.formulas.style);
}

void write_pages(const ReportContents& contents, SiteFolder& site) {
  for (const auto& page : fixed_pages()) {
    const auto file = fmt::format("{}.html", page.name);
    site.page(file, html_page({.title = page.title,
                               .place = file,
                               .main = std::string(report_asset(file)),
                               .scripts = page.scripts,
                               .data = page.data,
                               .documentation = contents.documentation}));
  }
  write_subjects(contents.method_pages, "method", "methods.html", contents.documentation, site);
  write_subjects(contents.problem_pages, "problem", "problems.html", contents.documentation, site);
  write_subjects(contents.paper_pages, "paper", "papers.html", contents.documentation, site);
}

}  // namespace

std::size_t write_report(const ReportContents& contents, const std::filesystem::path& folder) {
  SiteFolder site(folder);
  write_data(contents, site);
  write_saved_runs(contents, site);
  write_assets(contents, site);
  write_pages(contents, site);
  site.remove_earlier();
  return site.files();
}

}  // namespace plumb
