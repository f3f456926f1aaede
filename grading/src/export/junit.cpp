/// JUnit XML, as CI systems read it: each check is a test case. A wrong result is a failure. It is an
/// error when the submission could not be run to its end (it crashed, exceeded a limit, does not
/// compile) or the machine was at fault.

#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "export/formats.h"
#include <pugixml.hpp>

namespace rowsort {
namespace {

// The kinds of error of a submission that ran to its end.
constexpr std::array kWrong = {"wrong_answer", "tampered_input", "unreadable_answers"};

bool is_wrong(const std::string& kind) {
  return std::find(kWrong.begin(), kWrong.end(), kind) != kWrong.end();
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}

class Suite {
 public:
  Suite(pugi::xml_node parent, const Grade& grade)
      : grade_(grade), suite_(parent.append_child("testsuite")) {}

  void write() {
    set(suite_, "name", "rowsort");
    for (const char* counter : {"tests", "failures", "errors", "skipped"}) {
      suite_.append_attribute(counter) = 0;
    }
    properties();
    for (const CheckResult& check : grade_.checks) add(check);
    if (has_error() && suite_.attribute("errors").as_int() == 0) {
      add_error(test_case("grade"), grade_.error->message);
    }
  }

 private:
  bool has_error() const { return grade_.error && !is_wrong(grade_.error->kind); }

  void count(const char* counter) {
    pugi::xml_attribute attribute = suite_.attribute(counter);
    attribute = attribute.as_int() + 1;
  }

  pugi::xml_node test_case(const std::string& name) {
    count("tests");
    pugi::xml_node node = suite_.append_child("testcase");
    set(node, "name", name);
    set(node, "classname", "rowsort");
    return node;
  }

  static pugi::xml_node finding(pugi::xml_node node, const char* element,
                                const std::string& message) {
    pugi::xml_node child = node.append_child(element);
    set(child, "message", message);
    return child;
  }

  void add_error(pugi::xml_node node, const std::string& message) {
    count("errors");
    set(finding(node, "error", message), "type", grade_.error->kind);
  }

  // The code is judged without answers.json too, so the check of that file is never the one that an
  // error stopped.
  void add(const CheckResult& check) {
    pugi::xml_node node = test_case(check.id);
    if (check.status == CheckStatus::kSkipped) {
      count("skipped");
      finding(node, "skipped", check.message);
    } else if (check.status == CheckStatus::kFail && has_error() && check.id != "answers") {
      add_error(node, check.message);
    } else if (check.status == CheckStatus::kFail) {
      count("failures");
      set(finding(node, "failure", check.message), "type", check.id);
    }
  }

  void properties() {
    pugi::xml_node list = suite_.append_child("properties");
    const auto put = [&](const char* name, const std::string& value) {
      pugi::xml_node property = list.append_child("property");
      set(property, "name", name);
      set(property, "value", value);
    };
    put("submission", grade_.submission);
    put("result", headline(grade_));
    if (grade_.score) put("score", shortest(*grade_.score));
    put("max_score", shortest(grade_.max_score));
    if (grade_.lane_slots.submitted) {
      put("submitted_lane_slots", std::to_string(*grade_.lane_slots.submitted));
    }
    if (grade_.ratio.measured) put("measured_ratio", shortest(*grade_.ratio.measured));
    if (grade_.device) put("device", grade_.device->name);
    if (!grade_.build_log.empty()) put("build_log", grade_.build_log);
  }

  const Grade& grade_;
  pugi::xml_node suite_;
};

}  // namespace

std::string junit_grade(const Grade& grade) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  Suite(document.append_child("testsuites"), grade).write();
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace rowsort
