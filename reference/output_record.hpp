#pragma once
// The outputs of a motion of the second kind as functions of time. They are stored for motions that are too large to be
// stored themselves and take minutes to hours to compute.
//
// Every block of time (time_blocks.hpp) is divided into equal pieces. In each piece an output is a Chebyshev series
// whose coefficients are whole numbers of units. If outputs jump, they do so at ends of blocks, where the later piece
// holds. The distance of a series from the integrated output, between its nodes and by its rounded coefficients, was
// measured when it was made, and is a part of what is not known of the output (output_fit.hpp).

#include <cstdint>
#include <string>
#include <vector>

#include "problems/problem.hpp"
#include "reference/time_blocks.hpp"

namespace plumb {

/// Σ c_k T_k(x) over −1 <= x <= 1, in units of a power of two.
struct OutputPiece {
  int unit = 0;                            // its exponent
  std::vector<std::int64_t> coefficients;  // of T_0, T_1, ...; none: 0

  long double at(long double x) const;
};

/// So many digits hold up to the end of the last of so many blocks, which are counted from the first.
struct DigitsOfBlocks {
  int digits = 0;
  std::size_t blocks = 0;
  bool operator==(const DigitsOfBlocks&) const = default;
};

struct StoredOutput {
  std::string name, unit;
  bool wraps = false;                       // see Output
  quad scale = 0;                           // its largest magnitude, from which digits are counted
  std::vector<DigitsOfBlocks> digits = {};  // fewer and fewer
  std::vector<OutputPiece> pieces = {};     // up to where next to no digits hold
};

struct OutputRecord {
  std::string problem, data;        // the canonical text of the parameters
  std::string content;              // fingerprint of the file that the problem is made of; empty if there is none
  std::vector<std::string> routes;  // by name
  std::size_t steps = 0;            // of the finest integrations
  quad begin = 0;                   // s, the time of the problem; blocks count from there
  TimeBlocks blocks;
  std::vector<int> parts;  // pieces of each block
  std::vector<StoredOutput> outputs;

  quad end() const { return begin + blocks.horizon; }
};

/// Evaluates a record. Times are those of the problem [s]. All members may be called by several threads.
class StoredOutputs {
 public:
  explicit StoredOutputs(OutputRecord record);

  const OutputRecord& record() const { return record_; }
  /// Returns not a number if fewer than `enough` digits hold.
  quad value(std::size_t output, const quad& t, int enough) const;
  Vec<quad> values(const quad& t, int enough) const;
  /// Returns these values, each moved by a quarter of what its digits leave unknown.
  Vec<quad> doubted(const quad& t, const Vec<quad>& values) const;
  /// Returns the digits that hold at all times up to t; 0 beyond the end.
  int digits(std::size_t output, const quad& t) const;
  /// Returns the digits of the output that has most.
  int digits(const quad& t) const;
  /// Returns the latest time until which so many digits hold; the beginning if they never do.
  quad holds_until(std::size_t output, int enough) const;
  /// Returns the same for the output that holds longest.
  quad holds_until(int enough) const;

 private:
  std::size_t block_of(const quad& since) const;

  OutputRecord record_;
  std::vector<quad> block_ends_;           // the beginning first
  std::vector<std::size_t> first_pieces_;  // of each block, and their number
};

/// Returns what the file of a problem of the catalogue says, as 16 hexadecimal digits, without comments, blank lines
/// and indentation. Empty if the problem has no file.
std::string content_of_problem(const Problem& problem);

/// Returns whether a record is of this problem with these data and has its outputs.
bool belongs_to(const OutputRecord& record, const Problem& problem, const Parameters& data);

}  // namespace plumb
