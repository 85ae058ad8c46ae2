import { expect, it } from "vitest";
import { allowedShopUrl } from "./shop-redirect.server.ts";

const origins = ["https://shop.example", "http://localhost:3001"];

it.each([
  ["https://shop.example/in?ticket=1#x", "https://shop.example/in?ticket=1#x"],
  ["HTTPS://SHOP.example:443/In", "https://shop.example/In"],
  ["http://localhost:3001", "http://localhost:3001/"],
  // Browsers read `\` as `/`, so the host is still the shop's.
  ["https://shop.example\\@evil.example/", "https://shop.example/@evil.example/"],
])("accepts %s", (address, to) => {
  expect(allowedShopUrl(address, origins)).toBe(to);
});

it.each([
  "",
  "shop.example",
  "/shop",
  "//shop.example",
  "http://shop.example/",
  "https://shop.example:8443/",
  "https://shop.example.evil.example/",
  "https://evil.example/?https://shop.example",
  "https://evil.example#@shop.example",
  "https://shop.example@evil.example/",
  "https://shop.example%40evil.example/",
  "https://anna@shop.example/",
  "https://:secret@shop.example/",
  "https://shop\u3002example.evil.example/",
  "https://sh\u043ep.example/",
  "blob:https://shop.example/1",
  "javascript:alert(1)//https://shop.example",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "ftp://shop.example/",
  "file:///etc/passwd",
  "https://",
  `https://shop.example/${"a".repeat(10_000)}`,
])("rejects %j", (address) => {
  expect(allowedShopUrl(address, origins)).toBeUndefined();
});
