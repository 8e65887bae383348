#pragma once
// Adds the forces of beam elements to an assembly. The rotations of an element's sections are relative (BeamRotations),
// or the rotations of carried sections (carried_sections.hpp), whose initial values are the relative rotations.

#include "problems/mbs/assembly.hpp"

namespace plumb::mbs {

/// Adds the force of an element on existing bodies; with incremental rotations, also the carried sections.
template <class T>
void add_element(BeamForce<T> law, BeamRotations rotations, std::array<int, most_nodes> bodies, Assembly<T>& to);

/// Writes the initial state of the sections: to q, their rotations and curvatures as for relative rotations; to v, u =
/// 0.
template <class T>
void begin_sections(const Assembly<T>& parts, Vec<T>& q, Vec<T>& v);
/// Returns the mechanism with relative instead of incremental rotations, so without carried sections. Its forces in the
/// initial state are the same.
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
