"use strict";
// The page works without this: it adds the search in the list, and opens everything for printing.
(function () {
  var box = document.getElementById("find");
  if (box) {
    box.parentElement.hidden = false;
    var rows = Array.prototype.slice.call(document.querySelectorAll("#list tbody tr"));
    var words = rows.map(function (r) { return r.textContent.normalize("NFKC").toLowerCase(); });
    box.addEventListener("input", function () {
      var q = box.value.normalize("NFKC").toLowerCase().trim();
      rows.forEach(function (r, i) { r.hidden = q !== "" && words[i].indexOf(q) < 0; });
    });
  }
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (d) { d.open = true; });
  });
})();
