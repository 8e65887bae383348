#include "numerics/partial_lu.hpp"

namespace plumb {

template <class T>
PartialLuInBlocks<T>::PartialLuInBlocks(int size) : matrix(Mat<T>::Identity(size, size)), lu(matrix) {}

template <class T>
bool PartialLuInBlocks<T>::factor() {
  using std::isfinite;
  lu.compute(matrix);
  const T smallest = lu.matrixLU().diagonal().cwiseAbs().minCoeff();
  return smallest > 0 && isfinite(lu.matrixLU().sum());
}

template <class T>
void PartialLuInBlocks<T>::solve(const Vec<T>& right, Vec<T>& z) const {
  z = lu.solve(right);
}

template class PartialLuInBlocks<double>;
template class PartialLuInBlocks<long double>;
template class PartialLuInBlocks<quad>;

}  // namespace plumb
