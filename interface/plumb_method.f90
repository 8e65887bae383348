! plumb_method.f90: plumb_method.h for Fortran 2008. Compile it together with a method:
!
!   gfortran -shared -fPIC plumb_method.f90 mine.f90 -o libmine.so
!
! A method is a function plumb_method_entry, bind(c), that returns c_loc of a variable of type plumb_method with the
! attributes save and target. Its texts are c_loc of strings that end with c_null_char. Its functions are c_funloc of
! functions with the interface step_function below and bind(c, name=""). With a name, a function of another library with
! that name might be called instead. `vector` returns the vectors of a state. Functions of the system are called by
! `call plumb_force(s, ...)` and so on; the last argument receives the plumb_status. docs/methods-from-outside.md
! describes all functions.
module plumb_method_interface
  use, intrinsic :: iso_c_binding
  implicit none
  public

  integer(c_int), parameter :: PLUMB_METHOD_ABI = 2

  integer(c_int), parameter :: PLUMB_OK = 0, PLUMB_NEWTON_DIVERGED = 1, PLUMB_SINGULAR = 2, &
    PLUMB_TOLERANCE_UNREACHABLE = 3, PLUMB_NON_FINITE = 4, PLUMB_STEP_LIMIT = 5, PLUMB_UNSUPPORTED = 6, &
    PLUMB_FAILED = 7, PLUMB_ITERATE = 100
  integer(c_int), parameter :: PLUMB_ODE = 0, PLUMB_INDEX1 = 1, PLUMB_INDEX2 = 2, PLUMB_INDEX3 = 3, PLUMB_GGL = 4
  integer(c_int), parameter :: PLUMB_STAGES = 0, PLUMB_NEWTON_ITERATIONS = 1, PLUMB_RESIDUAL_EVALUATIONS = 2, &
    PLUMB_NEWTON_FAILURES = 3
  integer(c_int), parameter :: PLUMB_FACTORS = 16

  type, bind(c) :: plumb_state
    type(c_ptr) :: q, v, a, lambda
  end type

  type, bind(c) :: plumb_blend
    real(c_double) :: mass = 0, damping = 0, stiffness = 0, identity = 0
    real(c_double) :: jacobian = 0, position = 0, rate = 0, by_v = 0, by_q = 0
    integer(c_int) :: stabilised = 0
    real(c_double) :: mu_force = 0, mu_rate = 0, mu_position = 0
  end type

  type, bind(c) :: plumb_complex_blend
    complex(c_double_complex) :: mass = 0, damping = 0, stiffness = 0, identity = 0
    complex(c_double_complex) :: jacobian = 0, position = 0, rate = 0, by_v = 0, by_q = 0
    integer(c_int) :: stabilised = 0
    complex(c_double_complex) :: mu_force = 0, mu_rate = 0, mu_position = 0
  end type

  ! Addresses of matrices, by c_loc; matrices with a null address are not computed.
  type, bind(c) :: plumb_blocks
    type(c_ptr) :: mass = c_null_ptr, damping = c_null_ptr, stiffness = c_null_ptr, jacobian = c_null_ptr
    type(c_ptr) :: rate_by_q = c_null_ptr, acceleration_by_q = c_null_ptr, acceleration_by_v = c_null_ptr
  end type

  type, bind(c) :: plumb_chart_blocks
    type(c_ptr) :: tangent = c_null_ptr, rate_by_theta = c_null_ptr, rate_by_v = c_null_ptr
  end type

  type, bind(c) :: plumb_point
    real(c_double) :: t = 0
    type(c_ptr) :: q = c_null_ptr, v = c_null_ptr, a = c_null_ptr, lambda = c_null_ptr
    type(c_ptr) :: t_rows = c_null_ptr, q_rows = c_null_ptr
    type(c_ptr) :: centre = c_null_ptr, theta = c_null_ptr, velocity = c_null_ptr
    real(c_double) :: weight = 0
  end type

  ! The members of plumb_system in their order.
  type, bind(c) :: plumb_system
    type(c_ptr) :: self
    integer(c_int) :: nq, nv, nl
    integer(c_int) :: form
    integer(c_int) :: velocity_dependent, vector_space
    integer(c_int) :: tests_residual
    type(c_ptr) :: parameters
    type(c_ptr) :: memory, work
    type(c_funptr) :: acceleration, force, momentum, reaction, mass_solve
    type(c_funptr) :: constraint, constraint_rate, constraint_acceleration, constraint_bias
    type(c_funptr) :: factor, solve, release
    type(c_funptr) :: retract, local, chart_rate, chart_tangent, chart_momentum, coadjoint
    type(c_funptr) :: begin_iteration, judge, norm
    type(c_funptr) :: count, fail
    type(c_funptr) :: factor_complex, solve_complex, release_complex
    integer(c_int) :: offers_blocks
    type(c_funptr) :: blocks, chart_blocks
  end type

  type, bind(c) :: plumb_sizes
    integer(c_int) :: nq, nv, nl
  end type

  type, bind(c) :: plumb_parameter
    type(c_ptr) :: name = c_null_ptr, default_value = c_null_ptr, unit = c_null_ptr, meaning = c_null_ptr
    real(c_double) :: minimum = 0, maximum = 0
  end type

  type, bind(c) :: plumb_method
    integer(c_int) :: abi = PLUMB_METHOD_ABI
    type(c_ptr) :: name = c_null_ptr, title = c_null_ptr, source = c_null_ptr, forms = c_null_ptr
    integer(c_int) :: order = 0, multiplier_order = 0
    integer(c_int) :: vector_space_only = 0, velocity_independent_only = 0
    integer(c_int) :: parameter_count = 0
    type(c_ptr) :: parameters = c_null_ptr
    type(c_funptr) :: check = c_null_funptr, memory = c_null_funptr, work = c_null_funptr
    type(c_funptr) :: start = c_null_funptr, step = c_null_funptr
  end type

  ! Interfaces of the functions `start` and `step`, and of `memory` and `work`.
  abstract interface
    function step_function(s, t, h, x) bind(c) result(code)
      import :: c_int, c_double, plumb_system, plumb_state
      type(plumb_system), intent(in) :: s
      real(c_double), value :: t, h
      type(plumb_state), intent(inout) :: x
      integer(c_int) :: code
    end function

    function size_function(sizes, parameters) bind(c) result(number)
      import :: c_long, c_ptr, plumb_sizes
      type(plumb_sizes), intent(in) :: sizes
      type(c_ptr), value :: parameters
      integer(c_long) :: number
    end function
  end interface

  ! Interfaces of the functions in plumb_system, named by their arguments after the system: x is a vector, t a time.
  abstract interface
    function takes_nothing(s) bind(c) result(code)
      import :: c_int, plumb_system
      type(plumb_system), intent(in) :: s
      integer(c_int) :: code
    end function
    function takes_xx(s, x, y) bind(c) result(code)
      import :: c_int, c_double, plumb_system
      type(plumb_system), intent(in) :: s
      real(c_double) :: x(*), y(*)
      integer(c_int) :: code
    end function
    function takes_xxx(s, x, y, z) bind(c) result(code)
      import :: c_int, c_double, plumb_system
      type(plumb_system), intent(in) :: s
      real(c_double) :: x(*), y(*), z(*)
      integer(c_int) :: code
    end function
    function takes_xxxx(s, x, y, z, w) bind(c) result(code)
      import :: c_int, c_double, plumb_system
      type(plumb_system), intent(in) :: s
      real(c_double) :: x(*), y(*), z(*), w(*)
      integer(c_int) :: code
    end function
    function takes_txx(s, t, x, y) bind(c) result(code)
      import :: c_int, c_double, plumb_system
      type(plumb_system), intent(in) :: s
      real(c_double), value :: t
      real(c_double) :: x(*), y(*)
      integer(c_int) :: code
    end function
    function takes_txxx(s, t, x, y, z) bind(c) result(code)
      import :: c_int, c_double, plumb_system
      type(plumb_system), intent(in) :: s
      real(c_double), value :: t
      real(c_double) :: x(*), y(*), z(*)
      integer(c_int) :: code
    end function
    function takes_txxxx(s, t, x, y, z, w) bind(c) result(code)
      import :: c_int, c_double, plumb_system
      type(plumb_system), intent(in) :: s
      real(c_double), value :: t
      real(c_double) :: x(*), y(*), z(*), w(*)
      integer(c_int) :: code
    end function
    function takes_point(s, slot, at, blend) bind(c) result(code)
      import :: c_int, plumb_system, plumb_point, plumb_blend
      type(plumb_system), intent(in) :: s
      integer(c_int), value :: slot
      type(plumb_point), intent(in) :: at
      type(plumb_blend), intent(in) :: blend
      integer(c_int) :: code
    end function
    function takes_complex_point(s, slot, at, blend) bind(c) result(code)
      import :: c_int, plumb_system, plumb_point, plumb_complex_blend
      type(plumb_system), intent(in) :: s
      integer(c_int), value :: slot
      type(plumb_point), intent(in) :: at
      type(plumb_complex_blend), intent(in) :: blend
      integer(c_int) :: code
    end function
    function takes_slot(s, slot) bind(c) result(code)
      import :: c_int, plumb_system
      type(plumb_system), intent(in) :: s
      integer(c_int), value :: slot
      integer(c_int) :: code
    end function
    function takes_slot_and_sides(s, slot, w, e, mu) bind(c) result(code)
      import :: c_int, c_double, c_ptr, plumb_system
      type(plumb_system), intent(in) :: s
      integer(c_int), value :: slot
      real(c_double) :: w(*), e(*)
      type(c_ptr), value :: mu
      integer(c_int) :: code
    end function
    function takes_slot_and_complex_sides(s, slot, w, e, mu) bind(c) result(code)
      import :: c_int, c_double_complex, c_ptr, plumb_system
      type(plumb_system), intent(in) :: s
      integer(c_int), value :: slot
      complex(c_double_complex) :: w(*), e(*)
      type(c_ptr), value :: mu
      integer(c_int) :: code
    end function
    function takes_blocks(s, t, q, v, a, lambda, out) bind(c) result(code)
      import :: c_int, c_double, plumb_system, plumb_blocks
      type(plumb_system), intent(in) :: s
      real(c_double), value :: t
      real(c_double) :: q(*), v(*), a(*), lambda(*)
      type(plumb_blocks), intent(in) :: out
      integer(c_int) :: code
    end function
    function takes_chart_blocks(s, q, theta, v, out) bind(c) result(code)
      import :: c_int, c_double, plumb_system, plumb_chart_blocks
      type(plumb_system), intent(in) :: s
      real(c_double) :: q(*), theta(*), v(*)
      type(plumb_chart_blocks), intent(in) :: out
      integer(c_int) :: code
    end function
    function takes_sizes(s, size, scale, what) bind(c) result(code)
      import :: c_int, c_double, c_char, plumb_system
      type(plumb_system), intent(in) :: s
      real(c_double), value :: size, scale
      character(kind=c_char) :: what(*)
      integer(c_int) :: code
    end function
    function takes_parts(s, x, nx, y, ny) bind(c) result(size)
      import :: c_int, c_double, plumb_system
      type(plumb_system), intent(in) :: s
      real(c_double) :: x(*), y(*)
      integer(c_int), value :: nx, ny
      real(c_double) :: size
    end function
    function takes_count(s, counter, number) bind(c) result(code)
      import :: c_int, c_long, plumb_system
      type(plumb_system), intent(in) :: s
      integer(c_int), value :: counter
      integer(c_long), value :: number
      integer(c_int) :: code
    end function
    function takes_reason(s, status, reason) bind(c) result(code)
      import :: c_int, c_char, plumb_system
      type(plumb_system), intent(in) :: s
      integer(c_int), value :: status
      character(kind=c_char) :: reason(*)
      integer(c_int) :: code
    end function
  end interface

contains

  ! Returns the n doubles at an address from C as an array.
  function vector(from, n, first) result(x)
    type(c_ptr), intent(in) :: from
    integer(c_int), intent(in) :: n
    integer(c_int), intent(in), optional :: first ! index of the first double, counted from 0 (default 0)
    real(c_double), pointer, contiguous :: x(:)
    real(c_double), pointer, contiguous :: all_of_it(:)
    integer :: before
    before = 0
    if (present(first)) before = first
    call c_f_pointer(from, all_of_it, [before + n])
    x => all_of_it(before + 1:)
  end function

  subroutine plumb_acceleration(s, t, q, v, a, lambda, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t
    real(c_double) :: q(*), v(*), a(*), lambda(*)
    integer(c_int), intent(out) :: code
    procedure(takes_txxxx), pointer :: function_of_table
    call c_f_procpointer(s%acceleration, function_of_table)
    code = function_of_table(s, t, q, v, a, lambda)
  end subroutine

  subroutine plumb_force(s, t, q, v, f, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t
    real(c_double) :: q(*), v(*), f(*)
    integer(c_int), intent(out) :: code
    call call_txxx(s%force, s, t, q, v, f, code)
  end subroutine

  subroutine plumb_momentum(s, q, v, p, code)
    type(plumb_system), intent(in) :: s
    real(c_double) :: q(*), v(*), p(*)
    integer(c_int), intent(out) :: code
    call call_xxx(s%momentum, s, q, v, p, code)
  end subroutine

  subroutine plumb_reaction(s, t, q, lambda, r, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t
    real(c_double) :: q(*), lambda(*), r(*)
    integer(c_int), intent(out) :: code
    call call_txxx(s%reaction, s, t, q, lambda, r, code)
  end subroutine

  subroutine plumb_mass_solve(s, t, q, w, e, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t
    real(c_double) :: q(*), w(*), e(*)
    integer(c_int), intent(out) :: code
    call call_txxx(s%mass_solve, s, t, q, w, e, code)
  end subroutine

  subroutine plumb_constraint(s, t, q, phi, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t
    real(c_double) :: q(*), phi(*)
    integer(c_int), intent(out) :: code
    procedure(takes_txx), pointer :: function_of_table
    call c_f_procpointer(s%constraint, function_of_table)
    code = function_of_table(s, t, q, phi)
  end subroutine

  subroutine plumb_constraint_rate(s, t, q, v, phi, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t
    real(c_double) :: q(*), v(*), phi(*)
    integer(c_int), intent(out) :: code
    call call_txxx(s%constraint_rate, s, t, q, v, phi, code)
  end subroutine

  subroutine plumb_constraint_acceleration(s, t, q, v, a, phi, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t
    real(c_double) :: q(*), v(*), a(*), phi(*)
    integer(c_int), intent(out) :: code
    procedure(takes_txxxx), pointer :: function_of_table
    call c_f_procpointer(s%constraint_acceleration, function_of_table)
    code = function_of_table(s, t, q, v, a, phi)
  end subroutine

  subroutine plumb_constraint_bias(s, t, q, v, phi, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t
    real(c_double) :: q(*), v(*), phi(*)
    integer(c_int), intent(out) :: code
    call call_txxx(s%constraint_bias, s, t, q, v, phi, code)
  end subroutine

  subroutine plumb_factor(s, slot, at, blend, code)
    type(plumb_system), intent(in) :: s
    integer(c_int), intent(in) :: slot
    type(plumb_point), intent(in) :: at
    type(plumb_blend), intent(in) :: blend
    integer(c_int), intent(out) :: code
    procedure(takes_point), pointer :: function_of_table
    call c_f_procpointer(s%factor, function_of_table)
    code = function_of_table(s, slot, at, blend)
  end subroutine

  subroutine plumb_solve(s, slot, w, e, code, mu)
    type(plumb_system), intent(in) :: s
    integer(c_int), intent(in) :: slot
    real(c_double) :: w(*), e(*)
    integer(c_int), intent(out) :: code
    real(c_double), optional, target, contiguous :: mu(:)
    procedure(takes_slot_and_sides), pointer :: function_of_table
    call c_f_procpointer(s%solve, function_of_table)
    if (present(mu)) then
      code = function_of_table(s, slot, w, e, c_loc(mu))
    else
      code = function_of_table(s, slot, w, e, c_null_ptr)
    end if
  end subroutine

  subroutine plumb_release(s, slot, code)
    type(plumb_system), intent(in) :: s
    integer(c_int), intent(in) :: slot
    integer(c_int), intent(out) :: code
    procedure(takes_slot), pointer :: function_of_table
    call c_f_procpointer(s%release, function_of_table)
    code = function_of_table(s, slot)
  end subroutine

  subroutine plumb_factor_complex(s, slot, at, blend, code)
    type(plumb_system), intent(in) :: s
    integer(c_int), intent(in) :: slot
    type(plumb_point), intent(in) :: at
    type(plumb_complex_blend), intent(in) :: blend
    integer(c_int), intent(out) :: code
    procedure(takes_complex_point), pointer :: function_of_table
    call c_f_procpointer(s%factor_complex, function_of_table)
    code = function_of_table(s, slot, at, blend)
  end subroutine

  subroutine plumb_solve_complex(s, slot, w, e, code, mu)
    type(plumb_system), intent(in) :: s
    integer(c_int), intent(in) :: slot
    complex(c_double_complex) :: w(*), e(*)
    integer(c_int), intent(out) :: code
    complex(c_double_complex), optional, target, contiguous :: mu(:)
    procedure(takes_slot_and_complex_sides), pointer :: function_of_table
    call c_f_procpointer(s%solve_complex, function_of_table)
    if (present(mu)) then
      code = function_of_table(s, slot, w, e, c_loc(mu))
    else
      code = function_of_table(s, slot, w, e, c_null_ptr)
    end if
  end subroutine

  subroutine plumb_release_complex(s, slot, code)
    type(plumb_system), intent(in) :: s
    integer(c_int), intent(in) :: slot
    integer(c_int), intent(out) :: code
    procedure(takes_slot), pointer :: function_of_table
    call c_f_procpointer(s%release_complex, function_of_table)
    code = function_of_table(s, slot)
  end subroutine

  subroutine plumb_dense_blocks(s, t, q, v, a, lambda, out, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t
    real(c_double) :: q(*), v(*), a(*), lambda(*)
    type(plumb_blocks), intent(in) :: out
    integer(c_int), intent(out) :: code
    procedure(takes_blocks), pointer :: function_of_table
    call c_f_procpointer(s%blocks, function_of_table)
    code = function_of_table(s, t, q, v, a, lambda, out)
  end subroutine

  subroutine plumb_dense_chart_blocks(s, q, theta, v, out, code)
    type(plumb_system), intent(in) :: s
    real(c_double) :: q(*), theta(*), v(*)
    type(plumb_chart_blocks), intent(in) :: out
    integer(c_int), intent(out) :: code
    procedure(takes_chart_blocks), pointer :: function_of_table
    call c_f_procpointer(s%chart_blocks, function_of_table)
    code = function_of_table(s, q, theta, v, out)
  end subroutine

  subroutine plumb_retract(s, q, theta, q1, code)
    type(plumb_system), intent(in) :: s
    real(c_double) :: q(*), theta(*), q1(*)
    integer(c_int), intent(out) :: code
    call call_xxx(s%retract, s, q, theta, q1, code)
  end subroutine

  subroutine plumb_local(s, q, q1, theta, code)
    type(plumb_system), intent(in) :: s
    real(c_double) :: q(*), q1(*), theta(*)
    integer(c_int), intent(out) :: code
    call call_xxx(s%local, s, q, q1, theta, code)
  end subroutine

  subroutine plumb_chart_rate(s, q, theta, v, rate, code)
    type(plumb_system), intent(in) :: s
    real(c_double) :: q(*), theta(*), v(*), rate(*)
    integer(c_int), intent(out) :: code
    call call_xxxx(s%chart_rate, s, q, theta, v, rate, code)
  end subroutine

  subroutine plumb_chart_tangent(s, q, theta, u, result_of_it, code)
    type(plumb_system), intent(in) :: s
    real(c_double) :: q(*), theta(*), u(*), result_of_it(*)
    integer(c_int), intent(out) :: code
    call call_xxxx(s%chart_tangent, s, q, theta, u, result_of_it, code)
  end subroutine

  subroutine plumb_chart_momentum(s, q, theta, p, result_of_it, code)
    type(plumb_system), intent(in) :: s
    real(c_double) :: q(*), theta(*), p(*), result_of_it(*)
    integer(c_int), intent(out) :: code
    call call_xxxx(s%chart_momentum, s, q, theta, p, result_of_it, code)
  end subroutine

  subroutine plumb_coadjoint(s, v, p, result_of_it, code)
    type(plumb_system), intent(in) :: s
    real(c_double) :: v(*), p(*), result_of_it(*)
    integer(c_int), intent(out) :: code
    call call_xxx(s%coadjoint, s, v, p, result_of_it, code)
  end subroutine

  subroutine plumb_begin_iteration(s, code)
    type(plumb_system), intent(in) :: s
    integer(c_int), intent(out) :: code
    procedure(takes_nothing), pointer :: function_of_table
    call c_f_procpointer(s%begin_iteration, function_of_table)
    code = function_of_table(s)
  end subroutine

  subroutine plumb_judge(s, size, scale, what, code)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: size, scale
    character(*), intent(in) :: what
    integer(c_int), intent(out) :: code
    procedure(takes_sizes), pointer :: function_of_table
    call c_f_procpointer(s%judge, function_of_table)
    code = function_of_table(s, size, scale, what // c_null_char)
  end subroutine

  function plumb_norm(s, x, y) result(size_of_both)
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: x(:), y(:)
    real(c_double) :: size_of_both
    procedure(takes_parts), pointer :: function_of_table
    call c_f_procpointer(s%norm, function_of_table)
    size_of_both = function_of_table(s, x, size(x, kind=c_int), y, size(y, kind=c_int))
  end function

  subroutine plumb_count(s, counter, number, code)
    type(plumb_system), intent(in) :: s
    integer(c_int), intent(in) :: counter
    integer, intent(in) :: number
    integer(c_int), intent(out) :: code
    procedure(takes_count), pointer :: function_of_table
    call c_f_procpointer(s%count, function_of_table)
    code = function_of_table(s, counter, int(number, c_long))
  end subroutine

  ! Stores the reason of a failure, and returns `status`.
  function plumb_fail(s, status, reason) result(code)
    type(plumb_system), intent(in) :: s
    integer(c_int), intent(in) :: status
    character(*), intent(in) :: reason
    integer(c_int) :: code
    procedure(takes_reason), pointer :: function_of_table
    call c_f_procpointer(s%fail, function_of_table)
    code = function_of_table(s, status, reason // c_null_char)
  end function

  subroutine call_xxx(of_table, s, x, y, z, code)
    type(c_funptr), intent(in) :: of_table
    type(plumb_system), intent(in) :: s
    real(c_double) :: x(*), y(*), z(*)
    integer(c_int), intent(out) :: code
    procedure(takes_xxx), pointer :: function_of_table
    call c_f_procpointer(of_table, function_of_table)
    code = function_of_table(s, x, y, z)
  end subroutine

  subroutine call_xxxx(of_table, s, x, y, z, w, code)
    type(c_funptr), intent(in) :: of_table
    type(plumb_system), intent(in) :: s
    real(c_double) :: x(*), y(*), z(*), w(*)
    integer(c_int), intent(out) :: code
    procedure(takes_xxxx), pointer :: function_of_table
    call c_f_procpointer(of_table, function_of_table)
    code = function_of_table(s, x, y, z, w)
  end subroutine

  subroutine call_txxx(of_table, s, t, x, y, z, code)
    type(c_funptr), intent(in) :: of_table
    type(plumb_system), intent(in) :: s
    real(c_double), intent(in) :: t
    real(c_double) :: x(*), y(*), z(*)
    integer(c_int), intent(out) :: code
    procedure(takes_txxx), pointer :: function_of_table
    call c_f_procpointer(of_table, function_of_table)
    code = function_of_table(s, t, x, y, z)
  end subroutine
end module
