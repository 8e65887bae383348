#include "harness/gate/history_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr int plot_rows = 8;
constexpr std::size_t most_columns = 60;

std::vector<double> newest_numbers(const MetricHistory& metric) {
  std::vector<double> out;
  for (const auto& span : metric.spans)
    if (span.value.is_number()) out.push_back(span.value.get<double>());
  if (out.size() > most_columns) out.erase(out.begin(), out.end() - most_columns);
  return out;
}

}  // namespace

std::string plot_of(const MetricHistory& metric) {
  const auto values = newest_numbers(metric);
  if (values.size() < 2) return {};
  const bool by_decades = std::ranges::all_of(values, [](double x) { return x > 0; });
  std::vector<double> heights;
  for (const double x : values) heights.push_back(by_decades ? std::log10(x) : x);
  const auto [low, high] = std::ranges::minmax(heights);
  const double span = high > low ? high - low : 1;
  std::string out;
  for (int row = plot_rows - 1; row >= 0; --row) {
    const double level = low + span * row / (plot_rows - 1);
    const auto label = row == 0 || row == plot_rows - 1 ? significant(by_decades ? std::pow(10, level) : level, 3) : "";
    auto line = fmt::format("{:>10} |", label);
    for (const double height : heights)
      line += static_cast<int>(std::lround((height - low) / span * (plot_rows - 1))) == row ? '*' : ' ';
    line.resize(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace plumb
