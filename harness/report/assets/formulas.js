/* plumb report: formulas, typeset by KaTeX where they stand as TeX. */
(function () {
  'use strict';
  Array.from(document.querySelectorAll('.formula')).forEach(function (place) {
    var tex = place.textContent;
    place.setAttribute('data-tex', tex);
    // No command that opens addresses or loads pictures is obeyed (`trust`). What KaTeX refuses stays as it is written.
    try {
      katex.render(tex, place, {displayMode: true, throwOnError: true, trust: false, strict: 'ignore'});
    } catch (refused) {
      place.textContent = tex;
      place.classList.add('katex-error');
    }
  });
})();
