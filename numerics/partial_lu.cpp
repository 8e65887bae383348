#include "numerics/partial_lu.hpp"

namespace plumb {

template <class T>
LargePartialLu<T>::LargePartialLu(int size) : matrix(Mat<T>::Identity(size, size)), lu(matrix) {}

template <class T>
bool LargePartialLu<T>::factor() {
  using std::isfinite;
  lu.compute(matrix);
  const T smallest = lu.matrixLU().diagonal().cwiseAbs().minCoeff();
  return smallest > 0 && isfinite(lu.matrixLU().sum());
}

template <class T>
void LargePartialLu<T>::solve(const Vec<T>& right, Vec<T>& z) const {
  z = lu.solve(right);
}

template class LargePartialLu<double>;
template class LargePartialLu<long double>;
template class LargePartialLu<quad>;
template class LargePartialLu<double_double>;

}  // namespace plumb
