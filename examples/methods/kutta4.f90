! The classical Runge-Kutta method of order 4 on the index-1 equations, of Munthe-Kaas type on manifolds.
!
!   theta_i = c_i h k_(i-1),   q_i = q [+] theta_i,   v_i = v + c_i h v'_(i-1),   k_i = theta'(theta_i, v_i)
!   q+ = q [+] h/6 (k_1 + 2 k_2 + 2 k_3 + k_4),       v+ = v + h/6 (v'_1 + 2 v'_2 + 2 v'_3 + v'_4),   c = 0, 1/2, 1/2, 1
!
! Source: Kutta 1901, p. 443; Munthe-Kaas 1998, BIT 38, algorithm 1. Order 4; no memory; four accelerations a step. It is
! Plumb's erk4 once more, as an example in Fortran, and gives its numbers to rounding.
!
!   gfortran -shared -fPIC plumb_method.f90 kutta4.f90 -o libkutta4.so
module kutta4
  use plumb_method_interface
  implicit none
  private
  public :: plumb_method_entry

  real(c_double), parameter :: nodes(4) = [0d0, 1d0 / 2, 1d0 / 2, 1d0]
  real(c_double), parameter :: weights(4) = [1d0 / 6, 1d0 / 3, 1d0 / 3, 1d0 / 6]
  integer, parameter :: of_velocities = 11 ! vectors in `work`: k_1..k_4, v'_1..v'_4, theta_i, v_i, and the sum of all k

  type(plumb_method), target, save :: method
  character(kind=c_char, len=*), parameter :: texts(4) = [character(kind=c_char, len=80) :: &
    "kutta4" // c_null_char, "Classical Runge-Kutta method, in Fortran" // c_null_char, &
    "kutta1901, p. 443" // c_null_char, "ode index1 projected" // c_null_char]
  character(kind=c_char, len=80), target, save :: kept(4)

contains

  ! All others have no name outside: the C library has a function `step` too.
  function plumb_method_entry() bind(c) result(address)
    type(c_ptr) :: address
    kept = texts
    method%name = c_loc(kept(1))
    method%title = c_loc(kept(2))
    method%source = c_loc(kept(3))
    method%forms = c_loc(kept(4))
    method%order = 4
    method%work = c_funloc(work)
    method%start = c_funloc(start)
    method%step = c_funloc(step)
    address = c_loc(method)
  end function

  function work(sizes, parameters) bind(c, name="") result(number)
    type(plumb_sizes), intent(in) :: sizes
    type(c_ptr), value :: parameters
    integer(c_long) :: number
    number = sizes%nq + sizes%nl + of_velocities * sizes%nv
  end function

  function start(s, t, h, x) bind(c, name="") result(code)
    type(plumb_system), intent(in) :: s
    real(c_double), value :: t, h
    type(plumb_state), intent(inout) :: x
    integer(c_int) :: code
    call plumb_acceleration(s, t, vector(x%q, s%nq), vector(x%v, s%nv), vector(x%a, s%nv), vector(x%lambda, s%nl), code)
    if (code /= PLUMB_OK) code = plumb_fail(s, code, "acceleration")
  end function

  function step(s, t, h, x) bind(c, name="") result(code)
    type(plumb_system), intent(in) :: s
    real(c_double), value :: t, h
    type(plumb_state), intent(inout) :: x
    integer(c_int) :: code
    real(c_double), pointer, contiguous :: q(:), v(:), q_stage(:), lambda(:), k(:, :), a(:, :), others(:, :)
    integer :: i, j
    q => vector(x%q, s%nq)
    v => vector(x%v, s%nv)
    q_stage => vector(s%work, s%nq)
    lambda => vector(s%work, s%nl, s%nq)
    k(1:s%nv, 1:4) => vector(s%work, 4 * s%nv, s%nq + s%nl)
    a(1:s%nv, 1:4) => vector(s%work, 4 * s%nv, s%nq + s%nl + 4 * s%nv)
    others(1:s%nv, 1:3) => vector(s%work, 3 * s%nv, s%nq + s%nl + 8 * s%nv)
    do i = 1, 4
      call stage(s, t, h, q, v, i, q_stage, lambda, k, a, others(:, 1), others(:, 2), code)
      if (code /= PLUMB_OK) return
    end do
    others(:, 3) = 0
    do j = 1, 4
      others(:, 3) = others(:, 3) + (weights(j) * h) * k(:, j)
      v = v + (weights(j) * h) * a(:, j)
    end do
    q_stage = q
    call plumb_retract(s, q_stage, others(:, 3), q, code)
    if (code == PLUMB_OK) call plumb_count(s, PLUMB_STAGES, 4, code)
  end function

  ! k_i and v'_i into column i of k and a.
  subroutine stage(s, t, h, q, v, i, q_stage, lambda, k, a, theta, v_stage, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t, h
    integer, intent(in) :: i
    real(c_double), contiguous :: q(:), v(:), q_stage(:), lambda(:), k(:, :), a(:, :), theta(:), v_stage(:)
    integer(c_int), intent(out) :: code
    theta = 0
    v_stage = v
    if (i > 1) then
      theta = (nodes(i) * h) * k(:, i - 1)
      v_stage = v + (nodes(i) * h) * a(:, i - 1)
    end if
    call plumb_retract(s, q, theta, q_stage, code)
    if (code /= PLUMB_OK) return
    call plumb_acceleration(s, t + nodes(i) * h, q_stage, v_stage, a(:, i), lambda, code)
    if (code /= PLUMB_OK) then
      code = plumb_fail(s, code, "acceleration")
      return
    end if
    call plumb_chart_rate(s, q, theta, v_stage, k(:, i), code)
  end subroutine
end module
