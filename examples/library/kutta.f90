! The classical Runge-Kutta method on the two-link arm, and its errors against the certified motion; by iso_c_binding.
!   gfortran kutta.f90 -lplumb -o kutta
program kutta
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: times = 10, steps_between = 100
  interface
    type(c_ptr) function plumb_open(problem, formulation) bind(c)
      import :: c_ptr, c_char
      character(kind=c_char), intent(in) :: problem(*), formulation(*)
    end function
    integer(c_int) function plumb_count(p, what) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: p
      integer(c_int), value :: what
    end function
    integer(c_int) function plumb_start(p, q, v, a, lambda) bind(c)
      import :: c_ptr, c_int, c_double
      type(c_ptr), value :: p
      real(c_double) :: q(*), v(*), a(*), lambda(*)
    end function
    integer(c_int) function plumb_rhs(p, t, y, dy) bind(c)
      import :: c_ptr, c_int, c_double
      type(c_ptr), value :: p
      real(c_double), value :: t
      real(c_double) :: y(*), dy(*)
    end function
    integer(c_int) function plumb_reference(p, n, t, values, digits) bind(c)
      import :: c_ptr, c_int, c_double
      type(c_ptr), value :: p
      integer(c_int), value :: n
      real(c_double) :: t(*), values(*)
      integer(c_int) :: digits(*)
    end function
  end interface
  integer(c_int), parameter :: of_q = 0, of_reference = 6
  type(c_ptr) :: p
  integer :: n, i, k, status
  real(c_double) :: t(1), h
  real(c_double), allocatable :: y(:), k1(:), k2(:), k3(:), k4(:), none(:), exact(:)
  integer(c_int), allocatable :: digits(:)

  p = plumb_open("two-link" // c_null_char, "ode" // c_null_char)
  n = plumb_count(p, of_q)
  allocate (y(2 * n), k1(2 * n), k2(2 * n), k3(2 * n), k4(2 * n), none(n))
  allocate (exact(plumb_count(p, of_reference)), digits(plumb_count(p, of_reference)))
  status = plumb_start(p, y(:n), y(n + 1:), none, none)
  t = 0
  h = 1.0_c_double / (times * steps_between)
  do i = 1, times
    do k = 1, steps_between
      status = plumb_rhs(p, t(1), y, k1)
      status = plumb_rhs(p, t(1) + h / 2, y + h / 2 * k1, k2)
      status = plumb_rhs(p, t(1) + h / 2, y + h / 2 * k2, k3)
      status = plumb_rhs(p, t(1) + h, y + h * k3, k4)
      y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
      t = t + h
    end do
    status = plumb_reference(p, 1_c_int, t, exact, digits)
    if (status /= 0) stop 2
    print '(f6.2, " s: error of q ", es9.2, ", ", i0, " digits are certified")', t, norm2(y(:n) - exact(:n)), minval(digits)
  end do
end program
