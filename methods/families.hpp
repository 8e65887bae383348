#pragma once
// The functions by which the folder of each family exports its methods to the catalogue.

#include "methods/method.hpp"

namespace plumb {

std::vector<Method> adaptive_methods();  // methods with step-size control
std::vector<Method> block_methods();
std::vector<Method> conditionally_explicit_methods();
std::vector<Method> esdirk_methods();  // ρ∞-Bathe, MSSTC, MSSTH, Kennedy-Carpenter
std::vector<Method> explicit_rk_methods();
std::vector<Method> extrapolation_methods();  // Gragg-Bulirsch-Stoer, MEXX
std::vector<Method> half_explicit_methods();  // HEM3, HEM4, HEDOP5, PHEM56
std::vector<Method> half_implicit_methods();  // fang2023, and a similar method of second order
std::vector<Method> irk_methods();            // Gauss, Radau, Lobatto
std::vector<Method> lie_group_methods();      // products of exponentials
std::vector<Method> multistep_methods();      // Adams-Bashforth
std::vector<Method> rosenbrock_methods();     // ROS3P, RODAS3, RODAS, Rodas5P
std::vector<Method> single_step_methods();    // Störmer-Verlet, HHT-α
std::vector<Method> spark_methods();          // Lobatto IIIA-IIIB
std::vector<Method> library_methods();        // Boost.Odeint; SUNDIALS if the build contains its module
std::vector<Method> sundials_methods();       // also if the build does not contain the module

}  // namespace plumb
