#pragma once

#include "rowsort/page/markup.h"

#include <string>

#include "report/findings.h"

/// The class page's parts. Each appends one section to `main`; what they leave to the page's script
/// they leave room for.
namespace rowsort::report {

void add_class_heading(page::Node main, const ClassGrades& grades, const Findings& findings,
                       const std::string& title);

/// Predicted against measured ratios: two charts, and a table by device.
void add_ratio_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// The table of students, with search and filters, which hold for the charts too.
void add_student_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// Reruns, claims that disagree, identical submissions, who is missing, kinds of errors.
void add_attention_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// How many lane-slots the submitted orders need.
void add_lane_slot_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// Pass rate of each check.
void add_check_rate_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// The reference over time, and the rule by which the runner is said to drift.
void add_calibration_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// The sentences, for the person who grades them.
void add_sentence_section(page::Node main, const ClassGrades& grades, const Findings& findings);

}  // namespace rowsort::report
