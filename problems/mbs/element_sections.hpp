#pragma once
// This file joins elements of beams to an assembly. Their rotations are relative, or are the rotations of carried
// sections (carried_sections.hpp), whose initial values are the relative rotations.

#include "problems/mbs/assembly.hpp"

namespace plumb::mbs {

/// Adds the force of an element on bodies that exist; with incremental rotations, also the sections that they carry.
template <class T>
void add_element(BeamForce<T> law, BeamRotations rotations, std::array<int, most_nodes> bodies, Assembly<T>& to);

/// Puts the sections into q where rotations relative to the middle nodes would put them, and into v at rest relative to
/// the nodes that carry them.
template <class T>
void begin_sections(const Assembly<T>& parts, Vec<T>& q, Vec<T>& v);
/// The mechanism with relative rotations, which has no sections. In the initial state both are the same.
template <class T>
Assembly<T> with_relative_rotations(Assembly<T> parts);

extern template void add_element(BeamForce<double>, BeamRotations, std::array<int, most_nodes>, Assembly<double>&);
extern template void add_element(BeamForce<long double>, BeamRotations, std::array<int, most_nodes>,
                                 Assembly<long double>&);
extern template void add_element(BeamForce<quad>, BeamRotations, std::array<int, most_nodes>, Assembly<quad>&);
extern template void begin_sections(const Assembly<double>&, Vec<double>&, Vec<double>&);
extern template void begin_sections(const Assembly<long double>&, Vec<long double>&, Vec<long double>&);
extern template void begin_sections(const Assembly<quad>&, Vec<quad>&, Vec<quad>&);
extern template Assembly<double> with_relative_rotations(Assembly<double>);
extern template Assembly<long double> with_relative_rotations(Assembly<long double>);
extern template Assembly<quad> with_relative_rotations(Assembly<quad>);

}  // namespace plumb::mbs
