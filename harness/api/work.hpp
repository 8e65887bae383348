#pragma once
// Does pieces of work, such as analyses of methods, in parallel, and delivers their outcomes in order.

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/api/conduct.hpp"
#include "reference/expected_seconds.hpp"

namespace plumb {

/// Does one piece of the work. Returns a function that delivers the outcome, for example prints it.
using Piece = std::function<std::function<void()>()>;

/// Pieces of work with their titles for progress lines.
using TitledPieces = std::vector<std::pair<std::string, Piece>>;

struct PiecesOptions {
  std::string noun;  // noun for one piece of work: "method"
  /// Returns the expected time of the piece with this index. It is called in parallel, before the piece. None: equal
  /// times.
  std::function<ExpectedSeconds(std::size_t piece)> expected_seconds = {};
  std::function<void(std::size_t piece, const ExpectedSeconds&)> estimated = {};  // receives each expected time
  bool is_one_progress = false;  // as in Task: each piece reports one progress range
};

struct PiecesEnding : Ending {
  std::size_t delivered = 0, pieces = 0;  // number of delivered outcomes, of all pieces
};

/// Does all pieces, `conduct.jobs` at a time and each within `conduct.cell_timeout`. Delivers their outcomes in order,
/// one call at a time, each as soon as it and all earlier outcomes are complete. Outcomes after a stopped piece are
/// delivered at the end. Throws the exceptions of a piece. The store of `conduct` is not used.
PiecesEnding deliver_pieces(const TitledPieces& pieces, const PiecesOptions& options, Conduct conduct);

}  // namespace plumb
