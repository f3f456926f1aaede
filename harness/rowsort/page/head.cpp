#include "head.h"

namespace rowsort::page {
namespace {

std::string content_security_policy(const PageAssets& assets) {
  std::string policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " +
                       std::string(assets.style_hash) + "; script-src";
  for (const char* hash : assets.script_hashes) policy += " " + std::string(hash);
  return policy;
}

}  // namespace

void add_head(Node html, const std::string& title, const PageAssets& assets) {
  Node head = add(html, "head");
  add(head, "meta", {{"charset", "utf-8"}});
  add(head, "meta",
      {{"http-equiv", "Content-Security-Policy"}, {"content", content_security_policy(assets)}});
  add(head, "meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  add(head, "meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  add_text(head, "title", title);
  put_raw(add(head, "style"), assets.style);
}

}  // namespace rowsort::page
