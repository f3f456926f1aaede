// Draws the lane diagrams again for the warps that the reader chooses. Without it the page shows the
// warps that it was written with.
"use strict";
(function () {
  const kLanes = 32;
  const kLeft = 40;    // of the plot in a lane diagram, as in lane_diagram.cpp
  const kWidth = 360;
  const diagrams = ["lanes-unsorted", "lanes-submitted"]
    .filter((id) => document.getElementById(id))
    .map((id, column) => ({
      svg: document.getElementById(id),
      numbers: document.getElementById(id + "-numbers"),
      input: document.getElementById(id + "-warp"),
      data: JSON.parse(document.getElementById(id + "-data").textContent),
      column: column + 1,
    }));

  const grouped = (number) => number.toLocaleString("en-US");

  // The warp nearest to the wanted one of which the page has the rows.
  function find(data, wanted) {
    let best = { warp: 0, rows: data.patterns[0], away: Infinity };
    for (const [first, count, pattern] of data.runs) {
      const warp = Math.min(Math.max(wanted, first), first + count - 1);
      const away = Math.abs(warp - wanted);
      if (away < best.away) best = { warp, rows: data.patterns[pattern], away };
    }
    return best;
  }

  // As Scale::linear in scale.cpp.
  function step(largest) {
    const least = largest / 5;
    const power = 10 ** Math.floor(Math.log10(least));
    const factor = [1, 2, 5].find((one) => one * power >= least) || 10;
    return Math.max(1, factor * power);
  }

  // As mark_label in scale.cpp; marks are whole numbers here.
  function markLabel(value) {
    const unit = [[1e9, "G"], [1e6, "M"], [1e3, "k"]].find(([size]) => value >= size);
    return unit ? value / unit[0] + unit[1] : String(value);
  }

  function drawMarks(svg, end, size) {
    const marks = svg.querySelector(".marks");
    const model = marks.querySelector(".mark").cloneNode(true);
    marks.replaceChildren();
    for (let value = 0; value <= end; value += size) {
      const mark = model.cloneNode(true);
      const x = kLeft + (value / end) * kWidth;
      const line = mark.querySelector("line");
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      const text = mark.querySelector("text");
      text.setAttribute("x", x);
      text.textContent = markLabel(value);
      marks.append(mark);
    }
  }

  function drawLanes(svg, rows, trips, end) {
    const work = svg.querySelectorAll(".work");
    const wait = svg.querySelectorAll(".wait");
    for (let lane = 0; lane < kLanes; ++lane) {
      const length = ((rows[lane] || 0) / end) * kWidth;
      work[lane].setAttribute("width", length);
      wait[lane].setAttribute("x", kLeft + length);
      wait[lane].setAttribute("width", (trips / end) * kWidth - length);
    }
  }

  function describe(diagram) {
    const { warp, rows, away } = diagram.shown;
    const issued = kLanes * Math.max(...rows);
    const useful = rows.reduce((sum, length) => sum + length, 0);
    const share = issued === 0 ? 100 : (100 * useful) / issued;
    const text = `Warp ${grouped(warp)}: ${grouped(issued)} lane-slots issued, ${grouped(useful)} ` +
      `of them useful (${share.toFixed(1)}%)`;
    const note = away === 0 ? "" : ". The page does not hold the warp asked for; this is the nearest it holds.";
    diagram.numbers.textContent = text + note;
    diagram.svg.querySelector("desc").textContent = text;
    const lines = document.querySelectorAll("#lane-table tbody tr");
    for (let lane = 0; lane < kLanes; ++lane) {
      lines[lane].children[diagram.column].textContent =
        lane < rows.length ? grouped(rows[lane]) : "no row";
    }
  }

  function draw() {
    for (const diagram of diagrams) {
      const wanted = Math.min(Math.max(diagram.input.valueAsNumber || 0, 0), diagram.data.warps - 1);
      diagram.shown = find(diagram.data, Math.floor(wanted));
    }
    const longest = Math.max(1, ...diagrams.map((diagram) => Math.max(...diagram.shown.rows)));
    const size = step(longest);
    const end = Math.ceil(longest / size) * size;
    for (const diagram of diagrams) {
      drawMarks(diagram.svg, end, size);
      drawLanes(diagram.svg, diagram.shown.rows, Math.max(...diagram.shown.rows), end);
      describe(diagram);
    }
  }

  for (const diagram of diagrams) {
    diagram.input.addEventListener("input", draw);
    diagram.input.parentElement.hidden = false;
  }
})();
