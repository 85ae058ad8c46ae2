import { expect, it } from "vitest";
import { keywordMatcher } from "./search-text.ts";

it.each([
  ["o’brien", "Liam O'Brien"],
  ["OBrien", "Liam O’Brien"],
  ["ty gwyn", "Tŷ Gwyn, Llandudno"],
  ["Tŷ Gwyn", "TY GWYN"],
  ["Lodz", "Łódź"],
  ["Brien Liam", "Liam O'Brien"],
  ["YO213AJ", "Harbour Quay\nYO21 3AJ"],
  ["yo21\u00a03aj", "YO213AJ"],
  ["01947 600123", "01947600123"],
  ["01947600123", "tel 01947 600123"],
  ["20–45–45", "204545"],
  ["+44 (0)1947 600123", "01947 600123"],
  ["0044 1947 600123", "(01947) 600123"],
  ["01947600123", "+44 1947 600123"],
  ["---", "Gate --- left"],
  ["Strasse", "Hauptstraße 4"],
  ["café", "Cafe\u0301 Noir"],
])("%j finds %j", (keyword, text) => expect(keywordMatcher(keyword)(text)).toBe(true));

it.each([
  ["Company 7", "Company 6"],
  ["Brian", "Liam O'Brien"],
  ["quaywhitby", "Harbour Quay\nWhitby"],
  ["45 20", "204545"],
  ["00441", "Invoice 100"],
  ["'--", "Liam O'Brien"],
  ["’’’", "Liam O'Brien"],
])("%j does not find %j", (keyword, text) => expect(keywordMatcher(keyword)(text)).toBe(false));
