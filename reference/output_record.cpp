#include "reference/output_record.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "problems/embedded_files.hpp"
#include "reference/certify.hpp"

namespace plumb {
namespace {

constexpr quad not_a_number() { return std::numeric_limits<quad>::quiet_NaN(); }

/// Returns the angle between −π and π.
long double wrapped(long double angle) {
  const long double turn = 2 * std::numbers::pi_v<long double>;
  return angle - turn * std::round(angle / turn);
}

/// Returns the line up to its comment. A # within a text begins none.
std::string_view without_comment(std::string_view line) {
  bool in_text = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_text = !in_text;
    if (line[i] == '#' && !in_text) return line.substr(0, i);
  }
  return line;
}

std::string_view stripped(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  const auto first = line.find_first_not_of(blanks);
  return first == line.npos ? std::string_view() : line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

}  // namespace

// Evaluates the series by Clenshaw's recurrence.
long double OutputPiece::at(long double x) const {
  long double b = 0, before = 0;
  for (std::size_t k = coefficients.size(); k-- > 1;) {
    const long double next = 2 * x * b - before + static_cast<long double>(coefficients[k]);
    before = b;
    b = next;
  }
  const long double constant = coefficients.empty() ? 0 : static_cast<long double>(coefficients.front());
  return std::ldexp(x * b - before + constant, unit);
}

StoredOutputs::StoredOutputs(OutputRecord record)
    : record_(std::move(record)), block_ends_(record_.blocks.ends(record_.blocks.horizon)), first_pieces_{0} {
  for (const int parts : record_.parts) first_pieces_.push_back(first_pieces_.back() + static_cast<std::size_t>(parts));
}

// Returns the index of the block at a time after the beginning; at the end of a block, the index of the next one.
std::size_t StoredOutputs::block_of(const quad& since) const {
  const auto after = std::ranges::upper_bound(block_ends_, since);
  const auto place = std::max<std::ptrdiff_t>(after - block_ends_.begin() - 1, 0);
  return std::min(static_cast<std::size_t>(place), block_ends_.size() - 2);
}

quad StoredOutputs::value(std::size_t output, const quad& t, int enough) const {
  if (digits(output, t) < enough) return not_a_number();
  const quad since = t - record_.begin;
  const auto block = block_of(since);
  if (block >= record_.parts.size()) return not_a_number();
  const quad begin = block_ends_[block], width = (block_ends_[block + 1] - begin) / record_.parts[block];
  const int part = std::clamp(static_cast<int>(floor((since - begin) / width)), 0, record_.parts[block] - 1);
  const auto& of = record_.outputs[output];
  const auto piece = first_pieces_[block] + static_cast<std::size_t>(part);
  if (piece >= of.pieces.size()) return not_a_number();
  const auto x = static_cast<long double>(2 * ((since - begin) / width - part) - 1);
  const long double y = of.pieces[piece].at(x);
  return quad(of.wraps ? wrapped(y) : y);
}

Vec<quad> StoredOutputs::values(const quad& t, int enough) const {
  Vec<quad> out(static_cast<Eigen::Index>(record_.outputs.size()));
  for (std::size_t i = 0; i < record_.outputs.size(); ++i) out[static_cast<Eigen::Index>(i)] = value(i, t, enough);
  return out;
}

Vec<quad> StoredOutputs::doubted(const quad& t, const Vec<quad>& values) const {
  Vec<quad> out = values;
  for (std::size_t i = 0; i < record_.outputs.size(); ++i)
    out[static_cast<Eigen::Index>(i)] += record_.outputs[i].scale * pow(quad(10), -digits(i, t)) / 4;
  return out;
}

// A time at the end of a block belongs to this block, also if rounding of a multiple of a step moves the time slightly
// beyond the end.
int StoredOutputs::digits(std::size_t output, const quad& t) const {
  constexpr double rounding = 1e-12;
  const quad since = t - record_.begin, later = rounding * record_.blocks.horizon;
  for (const auto& of : record_.outputs[output].digits)
    if (since <= block_ends_[of.blocks] + later) return of.digits;
  return 0;
}

int StoredOutputs::digits(const quad& t) const {
  int out = 0;
  for (std::size_t i = 0; i < record_.outputs.size(); ++i) out = std::max(out, digits(i, t));
  return out;
}

quad StoredOutputs::holds_until(std::size_t output, int enough) const {
  quad out = record_.begin;
  for (const auto& of : record_.outputs[output].digits)
    if (of.digits >= enough) out = record_.begin + block_ends_[of.blocks];
  return out;
}

quad StoredOutputs::holds_until(int enough) const {
  quad out = record_.begin;
  for (std::size_t i = 0; i < record_.outputs.size(); ++i) out = std::max(out, holds_until(i, enough));
  return out;
}

std::string content_of_problem(const Problem& problem) {
  for (const auto& file : embedded_files()) {
    if (file.path != problem.name + "/mechanism.toml") continue;
    std::string said;
    for (std::size_t position = 0; position < file.text.size();) {
      const auto end = std::min(file.text.find('\n', position), file.text.size());
      if (const auto line = stripped(without_comment(file.text.substr(position, end - position))); !line.empty())
        said += std::string(line) + '\n';
      position = end + 1;
    }
    return data_hash(problem.name, said);
  }
  return {};
}

bool belongs_to(const OutputRecord& record, const Problem& problem, const Parameters& data) {
  const auto has_outputs =
      std::ranges::equal(record.outputs, problem.outputs, [](const StoredOutput& stored, const Output& output) {
        return stored.name == output.name && stored.unit == output.unit && stored.wraps == output.wraps;
      });
  return has_outputs && record.problem == problem.name && record.data == data.canonical() &&
         record.content == content_of_problem(problem) && record.begin == problem.begin<quad>();
}

}  // namespace plumb
