// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "base/modified_utf8.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace rocjfr {
namespace {

std::string From(const char* modified) {
  char text[64];
  strcpy(text, modified);
  FromModifiedUtf8(text);
  return text;
}

TEST(ModifiedUtf8, BecomesUtf8) {
  EXPECT_EQ(From(""), "");
  EXPECT_EQ(From("main \xC3\xA4 \xE2\x82\xAC"), "main \xC3\xA4 \xE2\x82\xAC");
  EXPECT_EQ(From("a\xED\xA0\xBD\xED\xB8\x80z"), "a\xF0\x9F\x98\x80z") << "U+1F600";
  EXPECT_EQ(From("\xED\xAF\xBF\xED\xBF\xBF"), "\xF4\x8F\xBF\xBF") << "the last one";
  EXPECT_EQ(From("\xED\xA0\x80\xED\xB0\x80"), "\xF0\x90\x80\x80") << "the first one";
  EXPECT_EQ(From("\xED\x9F\xBF"), "\xED\x9F\xBF") << "just below the surrogates";
}

TEST(ModifiedUtf8, HalvesAndZeroesAreQuestionMarks) {
  EXPECT_EQ(From("a\xED\xA0\xBD"), "a?") << "the second half is cut off";
  EXPECT_EQ(From("a\xED\xB8\x80z"), "a?z");
  EXPECT_EQ(From("\xED\xA0\xBD\xED\xA0\xBD\xED\xB8\x80"), "?\xF0\x9F\x98\x80");
  EXPECT_EQ(From("a\xC0\x80z"), "a?z");
  EXPECT_EQ(From("a\xED\xA0"), "a\xED\xA0") << "no text of JNI";
}

}  // namespace
}  // namespace rocjfr
