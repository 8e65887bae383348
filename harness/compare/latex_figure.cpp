#include "harness/compare/latex_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <utility>

#include "text/latex.hpp"

namespace plumb {
namespace {

/// Colours and dashes that differ also in print without colours. The first is that of main curves.
constexpr const char* styles[] = {"blue, very thick",      "red, dashed",   "teal, dash dot", "orange, densely dotted",
                                  "violet, dash dot dot",  "brown, dashed", "black, dotted",  "magenta, dash dot",
                                  "olive, densely dashed", "cyan, dotted",  "gray, dashed",   "purple, dash dot dot"};

bool is_shown(const LatexPanel& panel, double x, double y) {
  return std::isfinite(x) && x > 0 && std::isfinite(y) && (y > 0 || !panel.is_y_logarithmic);
}

/// Returns "(10,0.5) (20,0.25)".
std::string coordinates(const LatexPanel& panel, const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (is_shown(panel, x[i], y[i])) out.push_back(fmt::format("({:.5g},{:.5g})", x[i], y[i]));
  return fmt::format("{}", fmt::join(out, " "));
}

/// Returns the corners of a band: its upper limit from left to right, then its lower limit back.
std::string band_of(const LatexPanel& panel, const LatexCurve& curve) {
  std::vector<double> x, y;
  const auto add = [&](double at, double value) {
    x.push_back(at);
    y.push_back(value);
  };
  const auto size = curve.x.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (curve.is_step && i > 0) add(curve.x[i], curve.high[i - 1]);
    add(curve.x[i], curve.high[i]);
  }
  for (auto i = size; i-- > 0;) {
    add(curve.x[i], curve.low[i]);
    if (curve.is_step && i > 0) add(curve.x[i], curve.low[i - 1]);
  }
  return coordinates(panel, x, y);
}

/// Returns the style of a curve: the same in all panels, by its place in `names`.
std::string style_of(const LatexCurve& curve, const std::vector<LatexCurve>& names) {
  const auto at = std::ranges::find(names, curve.name, &LatexCurve::name) - names.begin();
  return styles[curve.is_main ? 0 : 1 + static_cast<std::size_t>(at) % (std::size(styles) - 1)];
}

std::string drawn(const LatexPanel& panel, const LatexCurve& curve, const std::string& style) {
  std::string out;
  if (!curve.low.empty())
    out += fmt::format(
        "      \\addplot[draw=none, fill={}, fill opacity=0.15, forget plot] coordinates {{{}}} -- cycle;\n",
        style.substr(0, style.find(',')), band_of(panel, curve));
  return out + fmt::format("      \\addplot[{}{}, forget plot] coordinates {{{}}};\n", style,
                           curve.is_step ? ", const plot" : "", coordinates(panel, curve.x, curve.y));
}

/// Returns the axis of a panel. `legend` are the curves of the legend; empty: none.
std::string axis_of(const LatexPanel& panel, const std::vector<LatexCurve>& names,
                    const std::vector<LatexCurve>& legend) {
  auto out = fmt::format(
      "    \\begin{{axis}}[width=0.48\\linewidth, height=0.36\\linewidth, xmode=log, {}title={{{}}}, xlabel={{{}}}, "
      "ylabel={{{}}}, tick label style={{font=\\footnotesize}}, label style={{font=\\footnotesize}}, "
      "title style={{font=\\footnotesize}}, legend style={{font=\\scriptsize, at={{(0.5,-0.32)}}, anchor=north}}, "
      "legend columns=2, legend cell align=left]\n",
      panel.is_y_logarithmic ? "ymode=log, " : "ymin=0, ymax=1, ", latex_escaped(panel.title),
      latex_escaped(panel.x_label), latex_escaped(panel.y_label));
  for (const auto& curve : panel.curves) out += drawn(panel, curve, style_of(curve, names));
  for (const auto& curve : legend)
    out += fmt::format("      \\addlegendimage{{{}}}\n      \\addlegendentry{{{}}}\n", style_of(curve, names),
                       latex_escaped(curve.name));
  return out + "    \\end{axis}\n";
}

/// Returns the panel without curves that have no point to show.
LatexPanel with_shown_curves(LatexPanel panel) {
  std::erase_if(panel.curves, [&](const LatexCurve& c) { return coordinates(panel, c.x, c.y).empty(); });
  return panel;
}

}  // namespace

std::string latex_figure(const std::vector<LatexPanel>& panels, const std::string& caption, const std::string& label) {
  std::vector<LatexPanel> shown;
  std::vector<LatexCurve> names;  // one curve of each name
  for (const auto& panel : panels) {
    auto one = with_shown_curves(panel);
    for (const auto& curve : one.curves)
      if (std::ranges::find(names, curve.name, &LatexCurve::name) == names.end()) names.push_back(curve);
    if (!one.curves.empty()) shown.push_back(std::move(one));
  }
  if (shown.empty()) return {};
  std::string body;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool is_last = i + 1 == shown.size();
    body += fmt::format("  \\begin{{tikzpicture}}\n{}  \\end{{tikzpicture}}{}\n",
                        axis_of(shown[i], names, is_last ? names : std::vector<LatexCurve>()),
                        i % 2 == 0 && !is_last ? "\\hfill" : "\\par");
  }
  return fmt::format("\\begin{{figure*}}[tbp]\n  \\centering\n{}  \\caption{{{}}}\n  \\label{{{}}}\n\\end{{figure*}}\n",
                     body, latex_escaped(caption), label);
}

std::string latex_key(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool is_plain = static_cast<unsigned char>(c) < 128 && std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_plain)
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (out.ends_with('-')) out.pop_back();
  return out;
}

}  // namespace plumb
