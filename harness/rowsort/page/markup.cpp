#include "markup.h"

#include "rowsort/text.h"
#include "rowsort/visible_text.h"

namespace rowsort::page {

Node add(Node parent, const char* name, std::initializer_list<Attribute> attributes) {
  Node node = parent.append_child(name);
  for (const Attribute& attribute : attributes) {
    node.append_attribute(attribute.name).set_value(visible_text(attribute.value).c_str());
  }
  return node;
}

Node add_text(Node parent, const char* name, std::string_view text,
              std::initializer_list<Attribute> attributes) {
  Node node = add(parent, name, attributes);
  put_text(node, text);
  return node;
}

void put_text(Node element, std::string_view text) {
  element.append_child(pugi::node_pcdata).set_value(visible_text(text).c_str());
}

void put_raw(Node element, std::string_view text) {
  const std::string code = "*/" + std::string(text) + "/*";
  element.append_child(pugi::node_pcdata).set_value("/*");
  element.append_child(pugi::node_cdata).set_value(code.c_str());
  element.append_child(pugi::node_pcdata).set_value("*/");
}

std::string coordinate(double value) {
  std::string text = fixed(value, 2);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

Node add_table(Node parent, const std::vector<std::string>& headings,
               const std::vector<std::vector<std::string>>& rows) {
  // Its own box scrolls where the window is narrower than the table; tabindex lets keys scroll it.
  Node box = add(parent, "div", {{"class", "table"}, {"tabindex", "0"}});
  Node table = add(box, "table");
  Node head = add(add(table, "thead"), "tr");
  for (const std::string& heading : headings) add_text(head, "th", heading, {{"scope", "col"}});
  Node body = add(table, "tbody");
  for (const auto& row : rows) {
    Node line = add(body, "tr");
    for (const std::string& cell : row) add_text(line, "td", cell);
  }
  return table;
}

}  // namespace rowsort::page
