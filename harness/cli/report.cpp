// plumb report writes a folder of static pages about runs of stores, the catalogue, and papers.

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "harness/api/report_site.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  SiteRequest request;
  bool json = false;
};

constexpr const char* report_examples = R"(Examples:
  plumb report study.db --out site                  then open site/index.html in a browser
  plumb report shards/*.db --out site               several stores; the newer of two runs of a cell is used
  plumb report after.db --before before.db --out site    with a page of the changes since before.db
  plumb report --out catalogue                      the catalogue alone
  plumb report papers.db --papers verdicts.json --out site    with the output of `plumb reproduce --json`
  plumb report --figures data --audits audits.json --out site

The pages open from disk and load nothing from the network. The first page contains the failures, the best method of
each problem and the changes. Others are a matrix of methods and problems, plots of any quantity of the runs against any
other, observed orders, a page for each method and each problem. The second line of each data/NAME.js is JSON
(docs/report.md). The same stores give the same bytes.
--out replaces files of an earlier site in that folder, and no other file. plotly.js and KaTeX are copied from the
system (Debian: python3-plotly, libjs-katex). Exit code 4: a damaged row was omitted.)";

void print_report(const ReportOptions& options, const WrittenSite& site) {
  const auto start = (fs::path(options.request.out) / "index.html").lexically_normal().string();
  if (options.json)
    return print_json(
        Json{{"schema", 1}, {"page", start}, {"files", site.files}, {"cells", site.cells}, {"damaged", site.damaged}});
  print(fmt::format("{}: {} in {}\n", start, counted(site.cells, "cell"), counted(site.files, "file")));
}

Exit make_report(const ReportOptions& options) {
  StatusLine line(stderr_is_terminal());
  const auto site = report_site(options.request, conduct_of(line));
  line.clear();
  if (site.ending.delivered != 0) print_report(options, site);
  const auto exit = exit_of(site.ending, "site");
  return exit == Exit::ok && site.damaged != 0 ? Exit::nothing_measured : exit;
}

/// Adds the options for files from other verbs, which become further pages.
void add_sources(CLI::App& verb, SiteRequest& request) {
  const auto file = [&](const char* name, std::string& value, const char* meaning) {
    verb.add_option(name, value, meaning)->type_name("FILE.json");
  };
  file("--papers", request.papers, "output of `plumb reproduce --json`: pages of papers");
  verb.add_option("--figures", request.figures, "folder of `plumb reproduce --out`: figures of papers")
      ->type_name("FOLDER");
  file("--audits", request.audits, "output of `plumb reference audit --json`: published values of problems");
  verb.add_option("--motions", request.kept,
                  "folder of motions, ID.h5 or ID.svg, from `plumb run --trajectory` or `--animate`; may be repeated")
      ->type_name("FOLDER");
  file("--compare", request.compare, "output of `plumb compare --json`: a method compared with the catalogue");
  file("--check", request.check, "output of `plumb check --json`: its findings");
  verb.add_option("--documentation", request.documentation,
                  "address of the documentation, which every page links to: made by scripts/docs-site, or a URL")
      ->type_name("ADDRESS");
  verb.add_option("--histories", request.history,
                  "output of `plumb history NAME --json`: values of past checks; may be repeated")
      ->type_name("FILE.json");
}

}  // namespace

void add_report(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("report", "a folder of pages for a browser: results, orders, methods, problems");
  auto options = std::make_shared<ReportOptions>();
  verb.add_option("STORE", options->request.stores, "stores of `plumb run --store`");
  verb.add_option("--before", options->request.before, "an earlier store: a page shows what changed since, run by run")
      ->type_name("STORE");
  add_out(verb, options->request.out, "the folder of the site");
  verb.get_option("--out")->required();
  verb.add_option("--plotly", options->request.plotly, "plotly.js, or plotly.min.js; default: the file of the system")
      ->type_name("FILE");
  verb.add_option("--katex", options->request.katex,
                  "folder of KaTeX with its fonts, as it is distributed; default: the folder of the system")
      ->type_name("FOLDER");
  verb.add_option("--reference-seconds", options->request.orders.reference_seconds,
                  "judge orders only if the reference is expected to take at most this time [s]; default: 1")
      ->type_name("S")
      ->check(CLI::NonNegativeNumber);
  add_sources(verb, options->request);
  add_json(verb, options->json, "one object");
  verb.footer(report_examples);
  verb.callback([options, &exit] { exit = make_report(*options); });
}

}  // namespace plumb
