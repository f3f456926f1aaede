// Draws the lanes of the warps that the reader chooses. Without it the page shows the warps that it was written with.
// Texts and axes come from the page: this script only fills in numbers.
"use strict";
(function () {
  const kLanes = 32;
  const diagrams = [...document.querySelectorAll("svg.lanes")].map((svg, column) => ({
    svg,
    numbers: document.getElementById(svg.id + "-numbers"),
    input: document.getElementById(svg.id + "-warp"),
    data: JSON.parse(document.getElementById(svg.id + "-data").textContent),
    column: column + 1,
  }));
  if (diagrams.length === 0) return;
  const axes = JSON.parse(document.querySelector("#lanes .pair").dataset.axes);
  const table = document.getElementById("lane-table");
  const xAxis = diagrams[0].svg.querySelector("line.axis");
  const left = Number(xAxis.getAttribute("x1"));
  const width = Number(xAxis.getAttribute("x2")) - left;
  const grouped = (number) => number.toLocaleString("en-US");

  // Of the warps whose rows the page has, the nearest to the wanted one.
  function find(data, wanted) {
    let best = { away: Infinity };
    for (const [first, count, pattern] of data.runs) {
      const warp = Math.min(Math.max(wanted, first), first + count - 1);
      const away = Math.abs(warp - wanted);
      if (away < best.away) best = { warp, rows: data.patterns[pattern], away };
    }
    return best;
  }

  function drawMarks(svg, labels) {
    const marks = svg.querySelector(".marks");
    const model = marks.querySelector(".mark").cloneNode(true);
    marks.replaceChildren(...labels.map((label, i) => {
      const mark = model.cloneNode(true);
      const x = left + (i / (labels.length - 1)) * width;
      const [line, text] = mark.children;
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      text.setAttribute("x", x);
      text.textContent = label;
      return mark;
    }));
  }

  function drawLanes(svg, rows, end) {
    const trips = Math.max(...rows);
    const work = svg.querySelectorAll(".work");
    const wait = svg.querySelectorAll(".wait");
    for (let lane = 0; lane < kLanes; ++lane) {
      const length = ((rows[lane] || 0) / end) * width;
      work[lane].setAttribute("width", length);
      wait[lane].setAttribute("x", left + length);
      wait[lane].setAttribute("width", (trips / end) * width - length);
    }
  }

  function writeNumbers({ svg, numbers, column, shown: { warp, rows, away } }) {
    const issued = kLanes * Math.max(...rows);
    const useful = rows.reduce((sum, length) => sum + length, 0);
    const values = {
      warp: grouped(warp),
      issued: grouped(issued),
      useful: grouped(useful),
      percentage: `${(issued === 0 ? 100 : (100 * useful) / issued).toFixed(1)}%`,
    };
    const text = numbers.dataset.template.replace(/{(\w+)}/g, (_, name) => values[name]);
    numbers.textContent = text + (away === 0 ? "" : ". This page does not have the warp that you chose; this is the nearest one.");
    svg.querySelector("desc").textContent = text;
    [...table.tBodies[0].rows].forEach((line, lane) => {
      line.cells[column].textContent = lane < rows.length ? grouped(rows[lane]) : table.dataset.noRow;
    });
  }

  function draw() {
    for (const diagram of diagrams) {
      const wanted = Math.min(Math.max(diagram.input.valueAsNumber || 0, 0), diagram.data.warps - 1);
      diagram.shown = find(diagram.data, Math.floor(wanted));
    }
    const longest = Math.max(...diagrams.flatMap((diagram) => diagram.shown.rows));
    const axis = axes.find(({ end }) => end >= longest);
    for (const diagram of diagrams) {
      drawMarks(diagram.svg, axis.marks);
      drawLanes(diagram.svg, diagram.shown.rows, axis.end);
      writeNumbers(diagram);
    }
  }

  for (const { input } of diagrams) {
    input.addEventListener("input", draw);
    input.parentElement.hidden = false;
  }
})();
