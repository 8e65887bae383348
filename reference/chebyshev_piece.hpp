#pragma once
// A Chebyshev series with rounded coefficients that interpolates samples, and its distance from them.

#include <array>

#include "reference/output_record.hpp"

namespace plumb {

inline constexpr int piece_nodes = 32, piece_checks = 3;

/// Samples by place: at the zeros of T_32 and at some places between them where the distance is largest.
using PieceSamples = std::array<long double, piece_nodes + piece_checks>;

/// Returns the places, ascending in −1 .. 1.
const PieceSamples& piece_places();

struct FittedPiece {
  OutputPiece series = {};
  long double error = 0;  // largest error at the sampled points; infinite if a sample is NaN or infinite
};

/// Returns the series through the samples at the zeros, with as few and short coefficients as a part of the tolerance
/// allows.
FittedPiece fitted_piece(const PieceSamples& samples, long double tolerance);

}  // namespace plumb
