#pragma once
// The outputs of a refined motion (stiff or large, refined_motion.hpp) as functions of time. They are stored if the
// motion takes minutes to hours to compute and is too large to be stored itself.
//
// Every block of time (time_blocks.hpp) is divided into equal pieces. In each piece an output is a Chebyshev series
// with integer coefficients in a unit. Outputs jump only at ends of blocks, where the value of the later piece applies.
// The error of a series was measured between its nodes and with its rounded coefficients when it was created. It is a
// part of the output's uncertainty (output_fit.hpp).

#include <cstdint>
#include <string>
#include <vector>

#include "problems/problem.hpp"
#include "reference/time_blocks.hpp"

namespace plumb {

/// Σ c_k T_k(x) over −1 <= x <= 1, in units of a power of two.
struct OutputPiece {
  int unit = 0;                            // exponent of the unit
  std::vector<std::int64_t> coefficients;  // coefficients of T_0, T_1, ...; empty: 0

  long double at(long double x) const;
};

/// Number of digits of an output that are correct in the first `blocks` blocks.
struct DigitsOfBlocks {
  int digits = 0;
  std::size_t blocks = 0;
  bool operator==(const DigitsOfBlocks&) const = default;
};

struct StoredOutput {
  std::string name, unit;
  bool wraps = false;                       // see Output
  quad scale = 0;                           // largest magnitude of the output; correct digits count relative to it
  std::vector<DigitsOfBlocks> digits = {};  // numbers of correct digits, decreasing, for increasing numbers of blocks
  std::vector<OutputPiece> pieces = {};     // pieces up to the time at which too few digits are correct
};

struct OutputRecord {
  std::string problem, data;        // name of the problem; its parameters as canonical text
  std::string content;              // fingerprint of the problem's file; empty: none
  std::vector<std::string> routes;  // names of the routes
  std::size_t steps = 0;            // number of steps of the finest integrations
  quad begin = 0;                   // initial time of the problem, at which the blocks begin [s]
  TimeBlocks blocks;
  std::vector<int> parts;  // number of pieces of each block
  std::vector<StoredOutput> outputs;

  quad end() const { return begin + blocks.horizon; }
};

/// Evaluates a record. Times are times of the problem [s]. All members are thread-safe.
class StoredOutputs {
 public:
  explicit StoredOutputs(OutputRecord record);

  const OutputRecord& record() const { return record_; }
  /// Returns NaN for an output if fewer than `enough` digits of it are correct.
  quad value(std::size_t output, const quad& t, int enough) const;
  Vec<quad> values(const quad& t, int enough) const;
  /// Returns `values`, each increased by a quarter of a unit of its last digit that holds at t.
  Vec<quad> doubted(const quad& t, const Vec<quad>& values) const;
  /// Returns the number of digits of the output that are correct at all times up to t; 0 beyond the end.
  int digits(std::size_t output, const quad& t) const;
  /// Returns the largest number of correct digits of any output.
  int digits(const quad& t) const;
  /// Returns the latest time up to which `enough` digits of the output are correct; the initial time if fewer are
  /// correct there.
  quad holds_until(std::size_t output, int enough) const;
  /// Returns the maximum of these times over all outputs.
  quad holds_until(int enough) const;

 private:
  std::size_t block_of(const quad& since) const;

  OutputRecord record_;
  std::vector<quad> block_ends_;           // start of the first block, then the end of each block
  std::vector<std::size_t> first_pieces_;  // index of each block's first piece; then the number of pieces
};

/// Returns the fingerprint of the file of a catalogue problem, without comments, blank lines and indentation: 16
/// hexadecimal digits. Returns an empty string if the problem has no file.
std::string content_of_problem(const Problem& problem);

/// Returns whether a record belongs to this problem with these data and contains its outputs.
bool belongs_to(const OutputRecord& record, const Problem& problem, const Parameters& data);

}  // namespace plumb
