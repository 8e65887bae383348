#include "reference/output_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "contract/stop.hpp"
#include "reference/agreement.hpp"
#include "reference/chebyshev_piece.hpp"
#include "reference/known_motion.hpp"
#include "reference/naming.hpp"
#include "reference/refined_comparison.hpp"

namespace plumb {
namespace {

constexpr int most_parts = 64;  // limit of pieces in a block; an output that needs more is noise
constexpr double of_unknown = 0.1;

quad unit_of_digit(int digits) { return pow(quad(10), -digits); }

/// Returns x rounded up to three digits. A number of three digits keeps its value when it is stored and read.
quad rounded_up(const quad& x) {
  if (x == 0) return 0;
  const quad unit = pow(quad(10), floor(log10(x)) - 2);
  return ceil(x / unit) * unit;
}

/// For each output: its uncertainty up to the end of each block, and its largest magnitude over all blocks.
struct Knowledge {
  std::vector<std::vector<quad>> unknown;  // uncertainties, by block and output
  std::vector<quad> scales;
};

// Measures uncertainties and scales of the outputs, at the end of each block and at one time within it. This time is at
// another fraction of each block. At equal fractions an oscillation with the period of the blocks would appear
// constant.
Knowledge knowledge(const RefinedComparison::OpinionsAt& opinions, const TimeBlocks& blocks, const Problem& problem,
                    const Parameters& parameters) {
  constexpr double golden = 0.6180339887498949;
  const auto ends = blocks.ends(blocks.horizon);
  RefinedComparison comparison(opinions, problem, parameters, *carrier(problem));
  Knowledge out;
  for (std::size_t block = 0; block + 1 < ends.size(); ++block) {
    report_progress("digits of the outputs of", static_cast<double>(ends[block]), static_cast<double>(ends.back()),
                    "s");
    const double part = 0.2 + 0.6 * std::fmod(golden * static_cast<double>(block + 1), 1);
    comparison.add(ends[block] + part * (ends[block + 1] - ends[block]));
    if (!blocks.is_break(ends[block + 1])) comparison.add(ends[block + 1]);
    const auto& of_all = comparison.ranges().unknown;
    out.unknown.emplace_back(of_all.end() - static_cast<std::ptrdiff_t>(problem.outputs.size()), of_all.end());
  }
  const auto sizes = sizes_of(comparison.ranges(), problem);
  for (auto at = sizes.end() - static_cast<std::ptrdiff_t>(problem.outputs.size()); at != sizes.end(); ++at)
    out.scales.push_back(rounded_up(at->second));
  return out;
}

class OutputFit {
 public:
  OutputFit(const RefinedMotion& motion, const Problem& problem, const Parameters& parameters)
      : motion_(motion),
        outputs_(problem.outputs),
        begin_(problem.begin<quad>()),
        ends_(motion.blocks().ends(motion.blocks().horizon)),
        known_(knowledge([&](const quad& t) { return motion.opinions(t); }, motion.blocks(), problem, parameters)),
        not_known_(outputs_.size(), 0),
        evaluation_(problem, parameters, *carrier(problem)) {
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const auto& [name, unit, meaning, sized_as, wraps] = outputs_[i];
      fitted_.push_back({.name = name, .unit = unit, .wraps = wraps, .scale = known_.scales[i]});
    }
  }

  void fit(OutputRecord& record) {
    for (std::size_t block = 0; block + 1 < ends_.size() && some_hold(block); ++block) {
      report_progress("outputs of", static_cast<double>(ends_[block]), static_cast<double>(ends_.back()), "s");
      auto pieces = pieces_of(block);
      record.parts.push_back(static_cast<int>(pieces.size()));
      add(block, std::move(pieces));
    }
    record.outputs = std::move(fitted_);
  }

 private:
  using Piece = std::vector<FittedPiece>;  // fitted pieces, by output

  bool holds(std::size_t block, std::size_t output) const {
    return known_.unknown[block][output] <= unit_of_digit(RefinedMotion::least_digits) * known_.scales[output];
  }
  bool some_hold(std::size_t block) const {
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      if (holds(block, i)) return true;
    return false;
  }
  /// Returns the permitted error of a series.
  long double tolerance(std::size_t block, std::size_t output) const {
    const quad least = unit_of_digit(most_stored_digits) * known_.scales[output];
    return static_cast<long double>(of_unknown * std::max(least, known_.unknown[block][output]));
  }

  /// Returns the pieces of a block. Their number is the number of the previous block, doubled until they are accurate.
  /// If no series of this block needs more than half of the possible coefficients, the next block begins with half the
  /// number.
  std::vector<Piece> pieces_of(std::size_t block) {
    for (;; parts_ *= 2) {
      std::vector<Piece> out;
      std::size_t longest = 0;
      for (int part = 0; part < parts_; ++part) {
        auto piece = piece_of(block, part);
        if (!piece) break;
        for (const auto& one : *piece) longest = std::max(longest, one.series.coefficients.size());
        out.push_back(*std::move(piece));
      }
      if (out.size() < static_cast<std::size_t>(parts_)) continue;
      if (parts_ > 1 && longest <= piece_nodes / 2) parts_ /= 2;
      return out;
    }
  }

  /// Returns one piece; none if the block needs more pieces.
  std::optional<Piece> piece_of(std::size_t block, int part) {
    const quad width = (ends_[block + 1] - ends_[block]) / parts_;
    const auto samples = sampled(ends_[block] + part * width, width);
    Piece out;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      out.push_back(holds(block, i) ? fitted_piece(samples[i], tolerance(block, i)) : FittedPiece());
      if (parts_ < most_parts && out.back().error > tolerance(block, i)) return {};
    }
    return out;
  }

  /// Returns the samples of each output at the sample points of a piece, in their order; angles are unwrapped.
  std::vector<PieceSamples> sampled(const quad& begin, const quad& width) {
    std::vector<PieceSamples> out(outputs_.size());
    std::vector<quad> before;
    for (std::size_t k = 0; k < piece_places().size(); ++k) {
      stopping_point();
      const quad since = begin + width * (1 + quad(piece_places()[k])) / 2;
      auto values = evaluation_.at(begin_ + since, motion_.at(since));
      values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(outputs_.size()));
      for (std::size_t i = 0; i < outputs_.size(); ++i) {
        if (outputs_[i].wraps && k > 0) values[i] = turned_next_to(before[i], values[i]);
        out[i][k] = static_cast<long double>(values[i]);
      }
      before = std::move(values);
    }
    return out;
  }

  void add(std::size_t block, std::vector<Piece> pieces) {
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      auto& of = fitted_[i];
      int digits = 0;
      if (holds(block, i)) {
        long double error = 0;
        for (auto& piece : pieces) {
          error = std::max(error, piece[i].error);
          of.pieces.push_back(std::move(piece[i].series));
        }
        not_known_[i] = std::max<quad>(not_known_[i], known_.unknown[block][i] + 2 * quad(error));
        digits = std::min(most_stored_digits, digits_within(not_known_[i], of.scale));
      }
      if (of.digits.empty() || of.digits.back().digits != digits) of.digits.push_back({digits, block});
      ++of.digits.back().blocks;
    }
  }

  const RefinedMotion& motion_;
  const std::vector<Output>& outputs_;
  const quad begin_;  // initial time [s]
  const std::vector<quad> ends_;
  const Knowledge known_;
  std::vector<quad> not_known_;  // largest uncertainty of the fitted values so far, by output
  Evaluation<quad> evaluation_;
  std::vector<StoredOutput> fitted_;
  int parts_ = 1;
};

}  // namespace

RefinementGoal goal_of_outputs(const Problem& problem, const Parameters& parameters, double work) {
  RefinementGoal out;
  out.most_work *= work;
  out.enough_digits = most_stored_digits + 0.5;  // margin for the uncertainty of interpolation
  out.digits = [&](const auto& opinions, const TimeBlocks& blocks) {
    const auto [unknown, scales] = knowledge(opinions, blocks, problem, parameters);
    std::vector<double> digits;
    for (std::size_t i = 0; i < scales.size(); ++i) digits.push_back(digits_left(unknown.back()[i], scales[i]));
    return digits;
  };
  return out;
}

OutputRecord record_of_outputs(const RefinedMotion& motion, const Problem& problem, const Parameters& parameters) {
  while (!motion.advance(motion.blocks().horizon)) stopping_point();
  OutputRecord out{.problem = problem.name,
                   .data = parameters.canonical(),
                   .content = content_of_problem(problem),
                   .routes = {motion.routes().first.name, motion.routes().second.name},
                   .steps = motion.steps(),
                   .begin = problem.begin<quad>(),
                   .blocks = motion.blocks(),
                   .parts = {},
                   .outputs = {}};
  OutputFit(motion, problem, parameters).fit(out);
  return out;
}

}  // namespace plumb
