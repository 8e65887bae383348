// The figures of a paper: the element in which a script plots the data, and links to the runs of each curve.

#include <fmt/format.h>

#include "harness/report/page.hpp"
#include "harness/report/paper_parts.hpp"
#include "text/number_text.hpp"

namespace plumb {

std::string paper_figure_html(const PaperFigure& figure, const std::string& data, const RunLinks& runs) {
  std::string curves;
  for (const auto& curve : figure.description.value("curves", Json::array()))
    if (const auto& cells = curve.value("cells", Json::array()); !cells.empty())
      curves += fmt::format("<li>{}: {}</li>\n", html_text(text_at(curve, "curve")), runs.listed(cells));
  auto out = fmt::format(
      "<div class=\"figure\" data-figure=\"{0}\"></div>\n<p><a href=\"../data/{0}.csv\" download>All digits as "
      "CSV</a></p>\n",
      html_text(data));
  if (!curves.empty())
    out += fmt::format("<details><summary>The runs behind it</summary>\n<ul>\n{}</ul></details>\n", curves);
  return out;
}

}  // namespace plumb
