#include "numerics/so3.hpp"

namespace plumb::so3 {

template class Chart<long double>;
template class Chart<quad>;
template Mat<long double, 3> matrix(const Quaternion<long double>&);
template Mat<quad, 3> matrix(const Quaternion<quad>&);

}  // namespace plumb::so3
