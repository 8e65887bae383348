#include "methods/extrapolation/coefficients.hpp"

#include <numeric>
#include <span>

namespace plumb {
namespace {

/// An exact fraction. Numerators and denominators of the weights fit 64 bits for all orders that are offered.
struct Fraction {
  std::int64_t numerator = 0, denominator = 1;

  std::string text() const { return std::to_string(numerator) + "/" + std::to_string(denominator); }
};

Fraction product(const Fraction& a, const Fraction& b) {
  const auto top = a.numerator * b.numerator, bottom = a.denominator * b.denominator;
  const auto common = std::gcd(top, bottom) * (bottom < 0 ? -1 : 1);
  return {top / common, bottom / common};
}

/// The weight w_i of a result in the extrapolation from these numbers of sub-steps.
Fraction weight(std::span<const int> numbers, std::size_t i, int power) {
  const auto raised = [power](std::int64_t n) { return power == 2 ? n * n : n; };
  Fraction out{1, 1};
  for (std::size_t j = 0; j < numbers.size(); ++j)
    if (j != i) out = product(out, {raised(numbers[i]), raised(numbers[i]) - raised(numbers[j])});
  return out;
}

std::vector<int> even_numbers(int count) {
  std::vector<int> out;
  for (int i = 1; i <= count; ++i) out.push_back(2 * i);
  return out;
}

/// The weights b of the stages of gbs_tableau() in the extrapolation from all numbers of sub-steps but the first `left`.
std::vector<std::string> gbs_weights(const std::vector<int>& numbers, std::size_t left) {
  std::vector<std::string> out = {"0"};
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (int m = 1; m < numbers[i]; ++m) {
      const bool is_in_sum = i >= left && m % 2 == 1;  // y_n contains the rates at odd sub-steps
      out.push_back(is_in_sum ? product(weight(std::span(numbers).subspan(left), i - left, 2), {2, numbers[i]}).text()
                              : "0");
    }
  return out;
}

}  // namespace

TableauData gbs_tableau(int order) {
  const auto numbers = even_numbers(order / 2);
  TableauData out{.stages = 1 + order * order / 4};
  const auto append_row = [&](const std::vector<std::string>& row, const std::string& node) {
    for (int j = 0; j < out.stages; ++j)
      out.a.push_back(static_cast<std::size_t>(j) < row.size() ? row[static_cast<std::size_t>(j)] : "0");
    out.c.push_back(node);
  };
  append_row({}, "0");
  std::size_t first = 0;  // the stage before the first one of the current number of sub-steps
  for (const int n : numbers) {
    const auto stage = [first](int m) { return m == 0 ? 0 : first + static_cast<std::size_t>(m); };
    for (int m = 1; m < n; ++m) {
      std::vector<std::string> row(stage(m), "0");
      for (int before = m - 1; before >= 0; before -= 2) row[stage(before)] = Fraction{before == 0 ? 1 : 2, n}.text();
      append_row(row, Fraction{m, n}.text());
    }
    first += static_cast<std::size_t>(n - 1);
  }
  out.b = gbs_weights(numbers, 0);
  return out;
}

EmbeddedData gbs_embedded(int order) { return {.power = order - 1, .b = gbs_weights(even_numbers(order / 2), 1)}; }

HalfExplicitData mexx_data(int order) {
  std::vector<int> numbers(static_cast<std::size_t>(order));
  std::iota(numbers.begin(), numbers.end(), 1);
  HalfExplicitData out;
  out.projects_velocity = true;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto share = Fraction{1, numbers[i]};
    const auto before = out.a.size();
    for (std::size_t m = 0; m < i + 1; ++m) {
      HalfExplicitData::Row row(before + m, "0");
      std::fill(row.begin() + static_cast<std::ptrdiff_t>(before), row.end(), share.text());
      out.a.push_back(row);
      row.push_back(share.text());
      out.constraint_rows.push_back(std::move(row));
      out.b.push_back(product(weight(numbers, i, 1), share).text());
    }
  }
  return out;
}

}  // namespace plumb
