# Compiles style sheets, scripts and other texts of an HTML page into a library, with the hashes by which the page's
# Content-Security-Policy allows them.

# Sets OUT to the base64 form of a SHA-256 digest in hexadecimal.
function(rowsort_base64_digest hex out)
  set(digits "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  # 32 bytes and one zero byte are 11 groups of three bytes, each four digits; the last digit is padding.
  set(padded "${hex}00")
  set(text "")
  foreach(group RANGE 10)
    math(EXPR at "6 * ${group}")
    string(SUBSTRING "${padded}" ${at} 6 bytes)
    foreach(shift IN ITEMS 18 12 6 0)
      math(EXPR digit "(0x${bytes} >> ${shift}) & 63")
      string(SUBSTRING "${digits}" ${digit} 1 letter)
      string(APPEND text "${letter}")
    endforeach()
  endforeach()
  string(SUBSTRING "${text}" 0 43 text)
  set(${out} "${text}=" PARENT_SCOPE)
endfunction()

# Reads FILE into VARIABLE, and into VARIABLE_HASH the hash of the element that put_raw() in rowsort/page/markup.cpp
# makes of it. Leaves out a line that names a source map, which a debugger would load from the network.
function(rowsort_page_asset file variable)
  file(READ "${file}" text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  string(REGEX REPLACE "\n//# sourceMappingURL=[^\n]*" "" text "${text}")
  if(text MATCHES "]]>|</(script|style)|<!--|\\)asset\"")
    message(FATAL_ERROR "${file} holds ]]>, <!-- or an end tag, which end its element in the page, or )asset\"")
  endif()
  string(SHA256 hex "/*<![CDATA[*/${text}/*]]>*/")
  rowsort_base64_digest(${hex} hash)
  set(${variable} "${text}" PARENT_SCOPE)
  set(${variable}_HASH "${hash}" PARENT_SCOPE)
endfunction()

# rowsort_page_assets(OUTPUT NAMESPACE [NAME FILE]...): generates the C++ source OUTPUT, which defines each file as the
# Asset NAME (rowsort/page/markup.h).
function(rowsort_page_assets output namespace)
  set(ROWSORT_ASSET_NAMESPACE "${namespace}")
  set(ROWSORT_ASSETS "")
  set(assets ${ARGN})
  while(assets)
    list(POP_FRONT assets name file)
    rowsort_page_asset("${file}" asset)
    string(APPEND ROWSORT_ASSETS
      "extern const page::Asset ${name} = {R\"asset(${asset})asset\", \"'sha256-${asset_HASH}'\"};\n")
  endwhile()
  configure_file("${rowsort_SOURCE_DIR}/harness/cmake/page_assets.cpp.in" "${output}" @ONLY)
  # The script of a library is longer than the literals that every C++ compiler has to accept; GCC and Clang accept it.
  set_source_files_properties("${output}" PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
