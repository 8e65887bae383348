/* plumb report: the findings of a check, and the history of values over all checks. */
(function () {
  'use strict';
  var el = plumb.el, check = plumb.get('check'), history = plumb.get('history').values, state = plumb.address.read();
  var tones = {worse: 'bad', 'reference lost digits': 'bad', missing: 'warn', warning: 'warn', better: 'good', 'new': '', noise: ''};
  var found = [], picture = el('div', {class: 'picture', id: 'picture', role: 'group', 'aria-label': 'A value from check to check'});

  function words(x) { return x === null || x === undefined ? '' : typeof x === 'number' ? String(Number(x.toPrecision(5))) : typeof x === 'string' ? x : JSON.stringify(x); }
  function tag(grade, count) { return el('span', {class: 'tag ' + (tones[grade] || '')}, count ? count + ' ' : '', grade); }
  function unique(list, key) { return Array.from(new Set(list.map(function (f) { return f[key]; }))).filter(Boolean).sort(); }

  var columns = [
    {name: 'Grade', of: function (f) { return f.grade; }, show: function (f) { return tag(f.grade); }},
    {name: 'Area', of: function (f) { return f.area; }}, {name: 'What', of: function (f) { return f.request; }},
    {name: 'Value', of: function (f) { return f.name; }}, {name: 'Accepted', of: function (f) { return words(f.before); }},
    {name: 'Measured', of: function (f) { return words(f.after); }}, {name: 'Why', of: function (f) { return f.says; }},
    {name: 'Repeated by', of: function (f) { return f.command; }, show: function (f) { return el('code', {}, f.command); }}];
  function showFindings() {
    found = check.findings.filter(function (f) {
      return (!state.grade || f.grade === state.grade) && (!state.area || f.area === state.area) &&
        (!state.text || (f.request + ' ' + f.name + ' ' + f.says).toLowerCase().indexOf(state.text.toLowerCase()) >= 0);
    });
    plumb.fill(plumb.by('findings'), check.findings.length ? plumb.table(columns, found, {label: 'Findings', limit: 20})
      : el('p', {}, check.measured ? 'Nothing differs from what was accepted.' : ''));
    plumb.say(check.measured ? plumb.count(found.length, 'finding') + ' of ' + check.findings.length : '');
    plumb.address.write(state);
  }
  function changed(key, value) { state[key] = value; showFindings(); }
  function findings() {
    if (!check.measured) {
      plumb.fill(plumb.by('counts'), plumb.marked('This site has no check. `plumb check --json > FILE` and `plumb report --check FILE` fill this page.'));
      return;
    }
    var grades = Object.keys(check.counts).filter(function (g) { return check.counts[g]; });
    plumb.fill(plumb.by('counts'), plumb.count(check.measured, 'value') + ' measured, ' + check.as_before.toLocaleString('en') + ' as before',
      grades.map(function (g) { return [', ', tag(g, check.counts[g])]; }), '. Exit code ' + check.exit + '.');
    var search = el('input', {type: 'search', name: 'text', value: state.text || '', oninput: function () { changed('text', search.value); }});
    plumb.fill(plumb.by('filters'), el('label', {}, 'Search', search),
      plumb.select('Grade', 'grade', [['', 'all']].concat(unique(check.findings, 'grade')), state.grade, changed),
      plumb.select('Area', 'area', [['', 'all']].concat(unique(check.findings, 'area')), state.area, changed));
    plumb.fill(plumb.by('saving'), plumb.saving('check', function () {
      var keys = ['grade', 'area', 'request', 'name', 'before', 'after', 'says', 'command'];
      return [keys].concat(found.map(function (f) { return keys.map(function (k) { return words(f[k]); }); }));
    }));
    showFindings();
  }

  // Plots a value over time: a span of checks with equal values is a horizontal line; changes show the commit.
  function drawHistory(value) {
    var spans = value.spans, x = [], y = [], text = [];
    spans.forEach(function (s) {
      [s.first, s.last].forEach(function (c) {
        x.push(c.when);
        y.push(typeof s.value === 'number' ? s.value : null);
        text.push(plumb.picture.escaped(words(s.value) + ', ' + plumb.count(s.checks, 'check') + ', commit ' + String(c.commit).slice(0, 12) + ', ' + c.machine));
      });
    });
    var look = plumb.picture.look(0), positive = y.every(function (v) { return v === null || v > 0; });
    plumb.picture.again = function () { drawHistory(value); };
    plumb.picture.draw(picture, [{type: 'scatter', mode: 'lines+markers', name: plumb.picture.escaped(value.name), x: x, y: y, text: text, line: {color: look.color, shape: 'hv'},
      marker: {color: look.color, size: 8}, hovertemplate: '%{x}<br>%{text}<extra></extra>'}],
      {x: 'check', y: value.name, xType: 'date', yLog: positive, legend: false, name: 'history'});
    return el('div', {}, plumb.table([
      {name: 'From', of: function (s) { return s.first.when; }}, {name: 'To', of: function (s) { return s.last.when; }},
      {name: 'Checks', number: true, of: function (s) { return s.checks; }},
      {name: 'Value', of: function (s) { return words(s.value); }, show: function (s) { return words(s.value); }},
      {name: 'Commit', of: function (s) { return String(s.first.commit).slice(0, 12); }}, {name: 'Machine', of: function (s) { return s.first.machine; }}],
      spans, {label: 'Spans of checks with the same value'}));
  }
  function showHistory() {
    var all = history.map(function (v, k) { return [String(k), v.name + ' of ' + v.request + (v.spans.length > 1 ? ' (changed)' : '')]; });
    var value = history[Number(state.value) || 0] || history[0], box = plumb.by('history');
    plumb.fill(plumb.by('history-filters'), plumb.select('Value', 'value', all.slice(0, 5000), state.value, function (key, chosen) {
      state.value = chosen;
      showHistory();
    }));
    plumb.fill(box, picture);
    box.appendChild(drawHistory(value));
    plumb.address.write(state);
  }
  ['filters', 'history-filters'].forEach(function (id) {
    plumb.by(id).addEventListener('submit', function (event) { event.preventDefault(); });
  });
  findings();
  if (history.length) showHistory();
  else plumb.fill(plumb.by('history'), el('p', {class: 'notice'}, plumb.marked('This site has no history. `plumb history NAME --json > FILE` and `plumb report --histories FILE` add one.')));
})();
