// Writes a track as a sequence of numbers, and reads it again.

#include "reference/chebyshev_track.hpp"

namespace plumb {

using Index = Eigen::Index;

void ChebyshevTrack::Piece::write(PackedNumbers& out) const {
  out.add(begin);
  out.add(half_width);
  out.add(from.q);
  out.add(from.v);
  for (const auto& series : a) out.add(series);
}

ChebyshevTrack::Piece ChebyshevTrack::Piece::read(NumberReader& in, Index components) {
  Piece piece{.begin = in.number(), .half_width = in.number(), .from = {Vec<quad>(components), Vec<quad>(components)}};
  in.fill(piece.from.q);
  in.fill(piece.from.v);
  piece.a.resize(static_cast<std::size_t>(components));
  for (auto& series : piece.a) in.fill(series);
  piece.integrate();
  return piece;
}

void ChebyshevTrack::write(PackedNumbers& out) const {
  for (const quad& x :
       {time, width, longest, bend, imposed, quad(randomness), quad(hurried), quad(is_a_number), quad(has_noise)})
    out.add(x);
  out.add(end.q);
  out.add(end.v);
  out.add(scale);
  out.add(noise);
  const auto vibrations = correction ? correction->vibrations() : nullptr;
  out.add(quad(vibrations != nullptr));
  if (vibrations) out.add(Vec<quad>(vibrations->stiffness().reshaped().cast<quad>()));
  out.add(quad(pieces.size()));
  for (const auto& piece : pieces) piece.write(out);
}

void ChebyshevTrack::read(NumberReader& in) {
  for (quad* x : {&time, &width, &longest, &bend, &imposed}) *x = in.number();
  randomness = static_cast<std::uint64_t>(in.number());
  hurried = static_cast<int>(in.number());
  is_a_number = in.number() != 0;
  has_noise = in.number() != 0;
  in.fill(end.q);
  in.fill(end.v);
  in.fill(scale);
  in.fill(noise);
  if (in.number() != 0) {
    Vec<quad> stiffness(end.q.size() * end.q.size());
    in.fill(stiffness);
    if (!correction) throw NumberReader::NotThere();
    const Mat<double> square = stiffness.cast<double>().reshaped(end.q.size(), end.q.size());
    correction->keep(std::make_shared<const CollocationOfVibrations>(square));
  }
  for (auto left = in.count(); left > 0; --left) pieces.push_back(Piece::read(in, end.q.size()));
}

}  // namespace plumb
