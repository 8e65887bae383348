#include "harness/text/published_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "contract/excerpt.hpp"
#include "contract/parameters.hpp"
#include "harness/text/exit_codes.hpp"
#include "harness/text/file_text.hpp"
#include "harness/text/number_text.hpp"

namespace plumb {
namespace {

using Fields = std::vector<std::string>;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Commas within quotation marks belong to a field; blanks never do.
Fields fields(const std::string& line) {
  Fields out(1);
  bool quoted = false;
  for (const char c : line)
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      out.emplace_back();
    else if (c != ' ' && c != '\t' && c != '\r')
      out.back() += c;
  return out;
}

/// Calls `use(fields, line number)` for every line with content.
template <class Use>
void for_each_line(const std::string& file, Use use) {
  std::istringstream in(file_text(file, "a CSV file of published values"));
  std::string line;
  for (int n = 1; std::getline(in, line); ++n) {
    if (n == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
    const auto f = fields(line);
    if (!f.front().starts_with('#') && (f.size() > 1 || !f.front().empty())) use(f, n);
  }
}

/// A decimal with an exponent of Fortran's double precision, "1.5d+1", as everybody else writes it.
std::string decimal_of(std::string text) {
  const auto at = text.find_first_of("dD");
  if (at == std::string::npos) return text;
  text[at] = 'e';
  return text;
}

/// 0 for what is no decimal.
quad factor_from(const std::string& text, const std::string& file, int line) {
  if (text.empty()) return 1;
  if (!decimal_from_text(text)) return 0;
  try {
    return number_from_text<quad>(text);
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("{}:{}: {}", file, line, e.what()));
  }
}

/// Refuses decimals that no precision holds, 1e400, before anything is computed with them.
void require_range(const PublishedValue& p, const std::string& file) {
  try {
    p.value();
    p.half_unit();
  } catch (const std::invalid_argument&) {
    throw UsageError(fmt::format("{}:{}: '{}' is too large, or its last digit too small, for a double", file, p.line,
                                 excerpt(p.text)));
  }
}

}  // namespace

quad PublishedValue::value() const { return factor * number_from_text<quad>(text); }

quad PublishedValue::half_unit() const {
  const auto e = text.find_first_of("eE");
  const auto mantissa = text.substr(0, e);
  const auto point = mantissa.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  const int exponent = e == std::string::npos ? 0 : std::stoi(text.substr(e + 1));
  return abs(factor) * number_from_text<quad>(fmt::format("5e{}", exponent - decimals - 1));
}

std::vector<PublishedValue> published_values(const std::string& file) {
  const Fields header = {"problem", "t", "component", "published"};
  std::vector<PublishedValue> out;
  std::size_t columns = 0;
  for_each_line(file, [&](const Fields& f, int n) {
    if (columns == 0) {
      const bool known =
          std::equal(header.begin(), header.end(), f.begin(), f.begin() + std::min<std::ptrdiff_t>(4, std::ssize(f)));
      if (!known || f.size() > 5 || (f.size() == 5 && f[4] != "factor"))
        throw UsageError(fmt::format("{}:{}: expected the header problem,t,component,published[,factor]", file, n));
      columns = f.size();
      return;
    }
    const bool complete = f.size() >= 4 && f.size() <= columns;
    const quad factor = complete && f.size() == 5 ? factor_from(f[4], file, n) : quad(1);
    const auto text = complete ? decimal_of(f[3]) : "";
    if (!complete || f[0].empty() || f[1].empty() || !decimal_from_text(text) || factor == 0)
      throw UsageError(fmt::format("{}:{}: expected PROBLEM,T,COMPONENT,DECIMAL{}", file, n,
                                   columns == 5 ? "[,FACTOR]" : ", as the header says"));
    out.push_back({f[0], f[1], f[2], text, factor, n});
    require_range(out.back(), file);
  });
  if (columns == 0)
    throw UsageError(fmt::format("{}: expected the header problem,t,component,published[,factor]", file));
  return out;
}

std::vector<PublishedValue> published_values(const std::string& file, const std::string& problem,
                                             const std::string& default_time) {
  std::vector<PublishedValue> out;
  for_each_line(file, [&](const Fields& f, int n) {
    if (n == 1 && f.front() == "name") return;
    const auto text = f.size() < 2 ? "" : decimal_of(f[1]);
    if (f.size() < 2 || f.size() > 3 || !decimal_from_text(text))
      throw UsageError(fmt::format("{}:{}: expected NAME,VALUE or NAME,VALUE,T with a decimal value", file, n));
    out.push_back({problem, f.size() == 3 && !f[2].empty() ? f[2] : default_time, f[0], text, 1, n});
    require_range(out.back(), file);
  });
  return out;
}

}  // namespace plumb
