#pragma once
// A Chebyshev series that interpolates samples, with rounded coefficients, and how far it is from them.

#include <array>

#include "reference/output_record.hpp"

namespace plumb {

inline constexpr int piece_nodes = 32, piece_checks = 3;

/// By place: the zeros of T_32, and some places between them at which it is largest.
using PieceSamples = std::array<long double, piece_nodes + piece_checks>;

/// The places, ascending in −1 .. 1.
const PieceSamples& piece_places();

struct FittedPiece {
  OutputPiece series = {};
  long double error = 0;  // largest at the places; infinite where a sample is no number
};

/// The series through the samples at the zeros, with as few and short coefficients as a part of the tolerance allows.
FittedPiece fitted_piece(const PieceSamples& samples, long double tolerance);

}  // namespace plumb
