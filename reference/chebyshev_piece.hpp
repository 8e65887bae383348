#pragma once
// A Chebyshev series with rounded coefficients that interpolates samples, and its distance from them.

#include <array>

#include "reference/output_record.hpp"

namespace plumb {

inline constexpr int piece_nodes = 32, piece_checks = 3;

/// Samples at the zeros of T_32 and at `piece_checks` points midway between two zeros, in the order of piece_places().
using PieceSamples = std::array<long double, piece_nodes + piece_checks>;

/// Returns the sample points in −1 .. 1, ascending.
const PieceSamples& piece_places();

struct FittedPiece {
  OutputPiece series = {};
  long double error = 0;  // largest error at the sampled points; infinite if a sample is NaN or infinite
};

/// Returns the series that interpolates the samples at the zeros. Its coefficients are then truncated and rounded
/// within a part of the tolerance, so that they are few and short.
FittedPiece fitted_piece(const PieceSamples& samples, long double tolerance);

}  // namespace plumb
