% What an error of Octave's ode45 costs on the two-link arm, against the certified motion. plumb_mex.c stands beside.
times = linspace (0.1, 1, 10);
y0 = plumb_mex ("two-link", "ode");
for tolerance = [1e-4 1e-6 1e-8]
  options = odeset ("RelTol", tolerance, "AbsTol", tolerance);
  tic;
  [t, y] = ode45 (@(t, y) plumb_mex ("two-link", "ode", t, y), [0 times], y0, options);
  printf ("ode45 %g: re.q = %.1e in %.2f s\n", tolerance, ...
          plumb_mex ("two-link", "ode", t(2:end), y(2:end, :)', "re.q"), toc);
end
