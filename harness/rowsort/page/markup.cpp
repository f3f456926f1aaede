#include "markup.h"

#include "rowsort/visible_text.h"

#include <sstream>

namespace rowsort::page {
namespace {

// HTML does not unescape the text of a style or script. So it goes into a CDATA section that is
// commented out: /*<![CDATA[*/ text /*]]>*/.
void put_raw(Node element, std::string_view text) {
  const std::string code = "*/" + std::string(text) + "/*";
  element.append_child(pugi::node_pcdata).set_value("/*");
  element.append_child(pugi::node_cdata).set_value(code.c_str());
  element.append_child(pugi::node_pcdata).set_value("*/");
}

std::string content_security_policy(const std::vector<Asset>& styles,
                                    const std::vector<Asset>& scripts) {
  std::string policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src";
  for (const Asset& style : styles) policy += std::string(" ") + style.hash;
  policy += "; script-src";
  for (const Asset& script : scripts) policy += std::string(" ") + script.hash;
  return policy;
}

}  // namespace

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

Node add_section(Node main, const std::string& id, const std::string& heading) {
  Node section = add(main, "section", {{"id", id}, {"aria-labelledby", id + "-heading"}});
  add_text(section, "h2", heading, {{"id", id + "-heading"}});
  return section;
}

Node add_table(Node parent, const std::vector<std::string>& headings, const Rows& rows) {
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

Node add_numbers(Node figure, const std::vector<std::string>& headings, const Rows& rows) {
  Node details = add(figure, "details");
  add_text(details, "summary", "The numbers");
  return add_table(details, headings, rows);
}

HtmlPage::HtmlPage(const std::string& title, const std::vector<Asset>& styles,
                   const std::vector<Asset>& scripts)
    : scripts_(scripts) {
  document_.append_child(pugi::node_doctype).set_value("html");
  Node html = add(document_.root(), "html", {{"lang", "en"}});
  Node head = add(html, "head");
  add(head, "meta", {{"charset", "utf-8"}});
  add(head, "meta",
      {{"http-equiv", "Content-Security-Policy"},
       {"content", content_security_policy(styles, scripts)}});
  add(head, "meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  add(head, "meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  add_text(head, "title", title);
  for (const Asset& style : styles) put_raw(add(head, "style"), style.text);
  body_ = add(html, "body");
}

std::string HtmlPage::text() {
  for (const Asset& script : scripts_) put_raw(add(body_, "script"), script.text);
  std::ostringstream text;
  // HTML takes <div/> for a start tag; it ignores the end tags of meta and input.
  document_.save(
      text, "", pugi::format_raw | pugi::format_no_declaration | pugi::format_no_empty_element_tags,
      pugi::encoding_utf8);
  return text.str() + "\n";
}

}  // namespace rowsort::page
