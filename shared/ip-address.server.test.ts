import { expect, it } from "vitest";
import { ipAddressOf } from "./ip-address.server.ts";

it.each([
  ["203.0.113.9", "203.0.113.9"],
  [" 203.0.113.9 ", "203.0.113.9"],
  ["203.0.113.9:443", "203.0.113.9"],
  ["2001:db8::7", "2001:db8::7"],
  ["2001:0DB8:0::0:7", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["[2001:db8::7]:443", "2001:db8::7"],
  ["fe80::1%eth0", "fe80::1"],
  ["[fe80::1%25eth0]:443", "fe80::1"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:cb00:7109", "203.0.113.9"],
  ["[::ffff:203.0.113.9]:443", "203.0.113.9"],
])("the address in %s is %s", (text, address) => {
  expect(ipAddressOf(text)).toBe(address);
});

it.each([
  "",
  "unknown",
  "_hidden",
  "localhost",
  "203.0.113",
  "203.0.113.256",
  "1",
  "203.0.113.9, 192.0.2.1",
  "::g",
])("there is no address in %j", (text) => {
  expect(ipAddressOf(text)).toBe("");
});
