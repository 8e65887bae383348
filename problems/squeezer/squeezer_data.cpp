#include "problems/squeezer/squeezer_data.hpp"

namespace plumb::squeezer {
namespace {

template <class T>
T number(const char* text) {
  return number_from_text<T>(text);
}
template <class T>
Planar<T> point(const char* x, const char* y) {
  return {number<T>(x), number<T>(y)};
}

// A row of table 2: the last point and the centre of mass, relative to the first point, with the axis x along the link.
template <class T>
struct Row {
  Planar<T> end, centre;
  T mass, inertia;
};

template <class T>
Row<T> row(const char* end, Planar<T> centre, const char* mass, const char* inertia) {
  return {{number<T>(end), T(0)}, centre, number<T>(mass), number<T>(inertia)};
}

// These convert a row of table 2 to the frame of the test set. Its origin is the link's first point (with the axes of
// the table, or axes rotated by -90 degrees), or its last point.
template <class T>
Body<T> along(const Row<T>& r) {
  return {r.mass, r.inertia, r.end, r.centre};
}
template <class T>
Body<T> across(const Row<T>& r) {
  return {r.mass, r.inertia, -turned(r.end), -turned(r.centre)};
}
template <class T>
Body<T> from_end(const Row<T>& r) {
  return {r.mass, r.inertia, -r.end, r.centre - r.end};
}

}  // namespace

template <class T>
Data<T> data_of_paper() {
  const auto of = row<T>("0.007", point<T>("0.00092", "0"), "0.04325", "2.194e-6");
  const auto ef = row<T>("0.028", point<T>("0.01650", "0"), "0.00365", "4.410e-7");
  const auto he = row<T>("0.02", point<T>("0.00579", "0"), "0.00706", "5.667e-7");
  const auto ge = row<T>("0.02", point<T>("0.00579", "0"), "0.00706", "5.667e-7");
  const auto ag = row<T>("0.04", point<T>("0.02308", "0.00916"), "0.07050", "1.169e-5");
  const auto ah = row<T>("0.04", point<T>("0.01228", "-0.00449"), "0.05498", "1.912e-5");
  // E-B-D has y along E-B; its points are measured from E.
  const auto b = point<T>("0", "0.035"), d = point<T>("0.02", "0.017"), c = point<T>("0.01043", "0.01626");
  const Body<T> lever = {number<T>("0.02373"), number<T>("5.255e-6"), -b, c - b};
  return {.a = point<T>("-0.06934", "-0.00227"),
          .b = point<T>("-0.03635", "0.03273"),
          .c = point<T>("0.01400", "0.07200"),
          .body = {along(of), from_end(ef), lever, across(ge), along(ag), along(he), across(ah)},
          .spring_end = d - b,
          .stiffness = number<T>("4530"),
          .length = number<T>("0.07785"),
          .torque = number<T>("0.033"),
          .beta0 = number<T>("-0.0620")};
}

// For E-B-D, A-G and A-H, which are hinged to the ground, the test set's equations contain only sa² + sb², ta² + tb²
// and ua² + ub². The directions here, with ua along A-H and ub to its right, follow table 2. They affect only the
// forces in the hinges on the ground, neither the angles nor the forces at E.
template <class T>
Data<T> data_of_test_set() {
  const T rr = number<T>("7e-3"), ra = number<T>("92e-5"), d = number<T>("28e-3"), da = number<T>("115e-4"),
          ss = number<T>("35e-3"), sa = number<T>("1874e-5"), sb = number<T>("1043e-5"), sc = number<T>("18e-3"),
          sd = number<T>("2e-2"), e = number<T>("2e-2"), ea = number<T>("1421e-5"), zt = number<T>("4e-2"),
          ta = number<T>("2308e-5"), tb = number<T>("916e-5"), zf = number<T>("2e-2"), fa = number<T>("1421e-5"),
          u = number<T>("4e-2"), ua = number<T>("1228e-5"), ub = number<T>("449e-5"), zero = 0;
  return {.a = point<T>("-0.06934", "-0.00227"),
          .b = point<T>("-0.03635", "0.03273"),
          .c = point<T>("0.014", "0.072"),
          .body = {{{number<T>("0.04325"), number<T>("2.194e-6"), {rr, zero}, {ra, zero}},
                    {number<T>("0.00365"), number<T>("4.410e-7"), {-d, zero}, {-da, zero}},
                    {number<T>("0.02373"), number<T>("5.255e-6"), {zero, -ss}, {sb, -sa}},
                    {number<T>("0.00706"), number<T>("5.667e-7"), {zero, -e}, {zero, ea - e}},
                    {number<T>("0.07050"), number<T>("1.169e-5"), {zt, zero}, {ta, tb}},
                    {number<T>("0.00706"), number<T>("5.667e-7"), {zf, zero}, {zf - fa, zero}},
                    {number<T>("0.05498"), number<T>("1.912e-5"), {zero, -u}, {-ub, -ua}}}},
          .spring_end = {sd, -sc},
          .stiffness = number<T>("4530"),
          .length = number<T>("7785e-5"),
          .torque = number<T>("0.033"),
          .beta0 = number<T>("-0.0617138900142764496358948458001")};
}

template <class T>
Data<T> data(const Parameters& p) {
  static const auto paper = data_of_paper<T>(), test_set = data_of_test_set<T>();
  auto out = p.is("data", "paper") ? paper : test_set;
  if (!p.is("beta0", "data")) out.beta0 = p.number<T>("beta0");
  out.omega0 = p.number<T>("omega0");
  return out;
}

template Data<double> data_of_paper();
template Data<double> data_of_test_set();
template Data<double> data(const Parameters&);
template Data<long double> data_of_paper();
template Data<long double> data_of_test_set();
template Data<long double> data(const Parameters&);
template Data<quad> data_of_paper();
template Data<quad> data_of_test_set();
template Data<quad> data(const Parameters&);

}  // namespace plumb::squeezer
