# The style sheet and the script of the HTML page, compiled into the library with the hashes by which the
# page's Content-Security-Policy allows them and nothing else.

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

# Reads FILE into VARIABLE and the hash of the element that put_raw() in src/page/markup.h makes of it into
# VARIABLE_HASH.
function(rowsort_page_asset file variable)
  file(READ "${file}" text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  if(text MATCHES "]]>|</|\\)asset\"")
    message(FATAL_ERROR "${file} holds ]]> or </, which end its element in the page, or )asset\"")
  endif()
  string(SHA256 hex "/*<![CDATA[*/${text}/*]]>*/")
  rowsort_base64_digest(${hex} hash)
  set(${variable} "${text}" PARENT_SCOPE)
  set(${variable}_HASH "${hash}" PARENT_SCOPE)
endfunction()

# Generates the C++ source OUTPUT.
function(rowsort_page_assets style script output)
  rowsort_page_asset("${style}" ROWSORT_PAGE_STYLE)
  rowsort_page_asset("${script}" ROWSORT_PAGE_SCRIPT)
  configure_file("${rowsort_SOURCE_DIR}/harness/cmake/page_assets.cpp.in" "${output}" @ONLY)
endfunction()
