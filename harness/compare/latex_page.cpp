// The page about one method as a section of an article in LaTeX.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "harness/compare/latex_figure.hpp"
#include "harness/compare/page.hpp"
#include "text/latex.hpp"

namespace plumb {
namespace {

constexpr const char* packages =
    "% \\usepackage[T1]{fontenc}\n% \\usepackage{booktabs,siunitx,pgfplots}\n% \\pgfplotsset{compat=1.16}\n";

void replace(std::string& text, std::string_view before, std::string_view after) {
  if (const auto at = text.find(before); at != std::string::npos) text.replace(at, before.size(), after);
}

std::string paragraph_of(const std::vector<std::string>& sentences) {
  return sentences.empty() ? "" : latex_escaped(fmt::format("{}", fmt::join(sentences, " "))) + "\n";
}

/// Returns the table as a float of the width of the page, without its notes.
std::string floating_table(const Section& section, const std::string& method, const std::string& key) {
  auto table = section.table;
  table.notes.clear();
  auto caption = title_of(section);
  caption.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(caption.front())));
  table.caption = fmt::format("{} of {}.", caption, method);
  auto out = as_latex(table);
  replace(out, latex_begins, "");
  replace(out, "\\begin{table}\n  \\centering\n", "\\begin{table*}[tbp]\n  \\centering\n  \\footnotesize\n");
  replace(out, "  \\begin{tabular}",
          fmt::format("  \\label{{tab:compare-{}-{}}}\n"
                      "  \\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n  "
                      "\\begin{{tabular}}",
                      key, section.id));
  replace(out, "\\end{tabular}\n", "\\end{tabular}}\n");
  replace(out, "\\end{table}", "\\end{table*}");
  return out;
}

std::string latex_section(const Section& section, const std::string& method, const std::string& key) {
  if (section.id == "theory")
    return latex_escaped(as_sentence("Theory", section.table)) + "\n" + paragraph_of(section.table.notes);
  if (section.id == "provenance")
    return fmt::format("\\par\\medskip\\noindent{{\\footnotesize {}}}\n",
                       latex_escaped(as_sentence("Made by", section.table)));
  auto out = section.table.rows.empty() ? std::string() : floating_table(section, method, key);
  if (!section.figure.empty()) out += "\n" + section.figure;
  if (const auto notes = paragraph_of(section.table.notes); !notes.empty()) out += "\n" + notes;
  return out;
}

}  // namespace

std::string latex_page(const std::vector<Section>& sections) {
  std::string out = packages, method, key;
  for (const auto& section : sections) {
    if (section.table.columns.empty()) {
      method = section.data.value("method", section.table.caption);
      key = latex_key(method);
      out += fmt::format("\\section{{{}}}\n\\label{{sec:compare-{}}}\n{}", latex_escaped(section.table.caption), key,
                         paragraph_of(section.table.notes));
    } else {
      out += "\n" + latex_section(section, method, key);
    }
  }
  return out;
}

}  // namespace plumb
