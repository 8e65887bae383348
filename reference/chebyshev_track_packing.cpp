// This file packs a track into numbers, and reads it again.

#include "reference/chebyshev_track.hpp"

namespace plumb {

void ChebyshevTrack::Piece::write(PackedNumbers& out) const {
  out.add(begin);
  out.add(half_width);
  for (std::size_t i = 0; i < a.size(); ++i) {
    out.add(a[i]);
    out.add(v[i]);
    out.add(q[i]);
  }
}

ChebyshevTrack::Piece ChebyshevTrack::Piece::read(NumberReader& in, std::size_t components) {
  Piece piece{in.number(), in.number(), {}, {}, {}};
  piece.a.resize(components);
  piece.v.resize(components);
  piece.q.resize(components);
  for (std::size_t i = 0; i < components; ++i) {
    in.fill(piece.a[i]);
    in.fill(piece.v[i]);
    in.fill(piece.q[i]);
  }
  return piece;
}

void ChebyshevTrack::write(PackedNumbers& out) const {
  for (const quad& x : {time, width, longest, bend, quad(randomness), quad(hurried), quad(is_a_number)}) out.add(x);
  out.add(end.q);
  out.add(end.v);
  out.add(scale);
  out.add(noise);
  out.add(quad(pieces.size()));
  for (const auto& piece : pieces) piece.write(out);
}

void ChebyshevTrack::read(NumberReader& in) {
  for (quad* x : {&time, &width, &longest, &bend}) *x = in.number();
  randomness = static_cast<std::uint64_t>(in.number());
  hurried = static_cast<int>(in.number());
  is_a_number = in.number() != 0;
  in.fill(end.q);
  in.fill(end.v);
  in.fill(scale);
  in.fill(noise);
  for (auto left = in.count(); left > 0; --left) pieces.push_back(Piece::read(in, scale.size()));
}

}  // namespace plumb
