#include "harness/report/audited_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "harness/report/page.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using Values = std::vector<const Json*>;

const char* style_of(const std::string& verdict) {
  return verdict == "holds" ? "good" : verdict == "differs" ? "bad" : "warn";
}

std::string word(const Json& value, const char* key) {
  const auto& found = value.at(key);
  return found.is_string() ? found.get<std::string>() : found.dump();
}

std::string row_html(const Json& value) {
  const auto verdict = word(value, "verdict");
  return fmt::format(
      "<tr><td>{}</td><td class=\"number\">{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td>"
      "<td class=\"number\">{}</td><td><span class=\"tag {}\">{}</span></td></tr>\n",
      html_text(word(value, "component")), html_text(word(value, "t")), html_text(word(value, "published")),
      html_text(word(value, "reference")), html_text(word(value, "printed")), html_text(word(value, "holding")),
      style_of(verdict), html_text(verdict));
}

std::string table_of(const std::string& file, const Values& values) {
  const auto holding =
      std::ranges::count_if(values, [](const Json* value) { return word(*value, "verdict") == "holds"; });
  std::string rows, fewest = "–";
  int least = 1000;
  for (const auto* value : values) {
    rows += row_html(*value);
    if (const auto& digits = value->at("holding"); digits.is_number_integer())
      least = std::min(least, digits.get<int>());
  }
  if (least < 1000) fewest = std::to_string(least);
  return fmt::format(
      "<details><summary>{0}: {1} of {2} hold in all printed digits; the fewest that hold are {3}</summary>\n"
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table "
      "class=\"plain\"><caption>{0}</caption>"
      "<thead><tr><th scope=\"col\">value</th><th scope=\"col\">t [s]</th><th scope=\"col\">published</th>"
      "<th scope=\"col\">certified</th><th scope=\"col\">printed digits</th><th scope=\"col\">that hold</th>"
      "<th scope=\"col\">verdict</th></tr></thead>\n<tbody>{4}</tbody></table></div></details>\n",
      html_text(file), holding, counted(values.size(), "value"), fewest, rows);
}

void add(const Json& audit, std::map<std::string, std::string>& out) {
  std::map<std::string, Values> by_problem;
  for (const auto& value : audit.at("values")) {
    const auto problem = word(value, "problem");
    by_problem[problem.substr(0, problem.find('('))].push_back(&value);
  }
  const auto file = std::filesystem::path(word(audit, "file")).filename().string();
  for (const auto& [problem, values] : by_problem) out[problem] += table_of(file, values);
  for (const auto& missing : audit.value("not_audited", Json::array())) {
    const auto problem = word(missing, "problem");
    out[problem.substr(0, problem.find('('))] +=
        fmt::format("<p>{}: {} at t = {} s not audited: {}</p>\n", html_text(file),
                    counted(missing.at("values").get<std::size_t>(), "value"), html_text(word(missing, "t")),
                    html_text(word(missing, "reason")));
  }
}

}  // namespace

std::map<std::string, std::string> audited_values_html(const Json& audits) try {
  std::map<std::string, std::string> out;
  if (audits.is_array())
    for (const auto& audit : audits) add(audit, out);
  else
    add(audits, out);
  return out;
} catch (const Json::exception&) {
  throw FormatError("this is not the output of `plumb reference audit --json`");
}

}  // namespace plumb
