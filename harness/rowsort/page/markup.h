#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

/// Elements of an HTML document with inline SVG. Every text and every attribute's value goes
/// through visible_text() here and is escaped by the XML library when the document is written.
namespace rowsort::page {

using Node = pugi::xml_node;

struct Attribute {
  const char* name;
  std::string value;
};

/// Appends an element. An element that HTML does not call void must get content: without, it is
/// written as <name/>, which HTML takes for a start tag.
Node add(Node parent, const char* name, std::initializer_list<Attribute> attributes = {});

/// Appends an element with this text in it, which may be empty.
Node add_text(Node parent, const char* name, std::string_view text,
              std::initializer_list<Attribute> attributes = {});

/// Appends text to an element.
void put_text(Node element, std::string_view text);

/// Appends the text of a style or script, which HTML does not unescape: in a CDATA section that is
/// commented out, /*<![CDATA[*/ text /*]]>*/.
void put_raw(Node element, std::string_view text);

/// A length or coordinate, with at most two digits after the point.
std::string coordinate(double value);

/// A table with a header row. The cells of `rows` are text.
Node add_table(Node parent, const std::vector<std::string>& headings,
               const std::vector<std::vector<std::string>>& rows);

}  // namespace rowsort::page
