#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

/// Elements of an HTML document with inline SVG. Every text and every attribute's value goes
/// through visible_text() here, and the XML library escapes it when the document is written.
namespace rowsort::page {

using Node = pugi::xml_node;
using Rows = std::vector<std::vector<std::string>>;

struct Attribute {
  const char* name;
  std::string value;
};

/// Appends an element.
Node add(Node parent, const char* name, std::initializer_list<Attribute> attributes = {});

/// Appends an element with this text in it, which may be empty.
Node add_text(Node parent, const char* name, std::string_view text,
              std::initializer_list<Attribute> attributes = {});

/// Appends text to an element.
void put_text(Node element, std::string_view text);

/// A section with a heading. `id` is unique in the page.
Node add_section(Node main, const std::string& id, const std::string& heading);

/// A table with a header row. The cells of `rows` are text.
Node add_table(Node parent, const std::vector<std::string>& headings, const Rows& rows);

/// The numbers of a figure as a table that opens with a click.
Node add_numbers(Node figure, const std::vector<std::string>& headings, const Rows& rows);

/// A style sheet, a script or another text that is compiled in (RowsortPageAssets.cmake).
struct Asset {
  const char* text;
  const char* hash;  ///< "'sha256-...'", as a Content-Security-Policy names it
};

/// Of the run page (page.css, page.js). The class page has the same style sheet below its own.
extern const Asset kStyle;
extern const Asset kScript;

/// A page. Its Content-Security-Policy forbids all network requests, and all styles and scripts
/// other than these.
class HtmlPage {
 public:
  HtmlPage(const std::string& title, const std::vector<Asset>& styles,
           const std::vector<Asset>& scripts);

  Node body() const { return body_; }

  /// The document as UTF-8, with the scripts at the end of its body. Call it once.
  std::string text();

 private:
  pugi::xml_document document_;
  Node body_;
  std::vector<Asset> scripts_;
};

}  // namespace rowsort::page
