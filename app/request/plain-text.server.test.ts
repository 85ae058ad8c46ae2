import { expect, it } from "vitest";
import { plainText } from "./plain-text.server.ts";

it.each([
  ["Planned <strong>maintenance</strong>", "Planned maintenance"],
  ["Fish &amp; chips &lt;today&gt; caf&eacute; &#8211; &quot;now&quot;", 'Fish & chips <today> café – "now"'],
  ["1 < 2 & 3 > 2", "1 < 2 & 3 > 2"],
  [`Upgrade<img src=x onerror="alert(1)"><script>alert(1)</script><style>a{}</style>`, "Upgrade"],
  ["one<br>two<p>three</p>four", "one two three four"],
  ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
  ["  a \n\t b  ", "a b"],
  ["", ""],
])("reads %j as %j", (html, text) => {
  expect(plainText(html)).toBe(text);
});
