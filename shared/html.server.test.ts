import { load } from "cheerio";
import { describe, expect, it } from "vitest";
import {
  formattingLost,
  htmlExcerpt,
  pageBudget,
  plainLines,
  plainText,
  sanitizeHtmlField,
} from "./html.server.ts";
import { attacks } from "./testing/hostile-html.ts";

const allowedTags = new Set(
  "p br hr div span blockquote pre code b strong i em u s small sub sup ul ol li dl dt dd h4 h5 h6 table caption thead tbody tfoot tr th td a".split(
    " ",
  ),
);

describe("sanitizeHtmlField", () => {
  it.each(attacks)("removes everything unsafe from %s", (html) => {
    const $ = load(`<body>${sanitizeHtmlField(html)}</body>`);
    for (const element of $("body *").get()) {
      expect(allowedTags).toContain(element.tagName);
      const { href, rel, colspan, rowspan, ...others } = element.attribs;
      expect(others).toEqual({});
      if (href !== undefined) {
        expect(href).toMatch(/^(https?:\/\/|mailto:|tel:)/i);
        expect(rel).toContain("noopener");
      }
      expect([colspan, rowspan]).toEqual([undefined, undefined]);
    }
  });

  it("returns HTML that can't close the elements around it", () => {
    const $ = load(
      `<table><tr><td><div id="cell">${sanitizeHtmlField("</div></td></table><p>out")}</div></td></tr></table>`,
    );
    expect($("#cell p").text()).toBe("out");
  });

  it("keeps text, lists, tables and safe links", () => {
    const html = `<p>Line <b>one</b><br />two</p><ul><li>a</li></ul><table><tbody><tr><td colspan="2">c</td></tr></tbody></table>`;
    expect(sanitizeHtmlField(html)).toBe(html);
    expect(sanitizeHtmlField(`<a href="https://ok.example/?a=1&amp;b=2" target="_blank">x</a>`)).toBe(
      `<a href="https://ok.example/?a=1&amp;b=2" rel="noopener noreferrer">x</a>`,
    );
    for (const href of ["mailto:a@b.example", "tel:+441947600000", "http://ok.example"])
      expect(sanitizeHtmlField(`<a href="${href}">x</a>`)).toContain(`href="${href}"`);
  });

  it("keeps the text of an unsafe link, and lowers headings to h4", () => {
    expect(sanitizeHtmlField(`<a href="javascript:x">Licence</a>`)).toBe("<span>Licence</span>");
    expect(sanitizeHtmlField("<h1>Notes</h1>")).toBe("<h4>Notes</h4>");
  });

  it.each([
    ["", ""],
    ["Plain & simple", "Plain &amp; simple"],
    ["5 < 6", "5 &lt; 6"],
  ])("turns %j into %j", (html, safe) => {
    expect(sanitizeHtmlField(html)).toBe(safe);
  });

  it("accepts deep nesting", () => {
    expect(sanitizeHtmlField(`${"<div>".repeat(5_000)}x`)).toContain("x");
  });
});

it.each([
  ["Planned <strong>maintenance</strong>", "Planned maintenance"],
  ["Fish &amp; chips &lt;today&gt; caf&eacute; &#8211; &quot;now&quot;", 'Fish & chips <today> café – "now"'],
  ["1 < 2 & 3 > 2", "1 < 2 & 3 > 2"],
  [`Upgrade<img src=x onerror="alert(1)"><script>alert(1)</script><style>a{}</style>`, "Upgrade [picture]"],
  ["one<br>two<p>three</p>four", "one two three four"],
  ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
  ["  a \n\t b  ", "a b"],
  ["", ""],
])("plainText turns %j into %j", (html, text) => {
  expect(plainText(html)).toBe(text);
});

describe("a text over the budget", () => {
  const NOTICE = "This text is longer than we can show here. Ask the help desk for the rest.";
  const long = "word ".repeat(60_000);

  it("is cut and ends with a notice", () => {
    const html = sanitizeHtmlField(long);
    expect(html.length).toBeLessThan(270_000);
    expect(html.endsWith(`<p>${NOTICE}</p>`)).toBe(true);
    expect(plainLines(long).endsWith(NOTICE)).toBe(true);
    expect(plainText(long)).toMatch(/^word .{1,1025}…$/);
  });

  it("ends with the notice even if it is cut inside a tag, a comment or a script", () => {
    for (const html of ["<b", `<a title="`, "<!--", "<script>"])
      expect(sanitizeHtmlField(`${"x".repeat(262_000)}${html}${"y".repeat(500_000)}`)).toContain(NOTICE);
  });

  it("isn't cut if it is exactly as long as the limit", () => {
    expect(sanitizeHtmlField("x".repeat(256 * 1024))).not.toContain(NOTICE);
    expect(plainText("x".repeat(1024))).toBe("x".repeat(1024));
  });

  it("leaves less of a shared budget to later texts", () => {
    const budget = pageBudget();
    const notes = Array.from({ length: 10 }, () => sanitizeHtmlField(long, budget));
    expect(notes.join("").length).toBeLessThan(1_100_000);
    expect(notes.at(-1)).toBe(`<p>${NOTICE}</p>`);
  });
});

describe("an excerpt", () => {
  it("keeps bold, lists and links, and closes open tags where it is cut", () => {
    const html =
      '<p>One <b>bold &amp; long</b></p><ul><li><a href="https://a.example/?b=1&amp;c">two</a></li></ul>';
    expect(htmlExcerpt(html)).toContain(
      '<a href="https://a.example/?b=1&amp;c" rel="noopener noreferrer">two</a>',
    );
    expect(htmlExcerpt(html, 10)).toBe("<p>One <b>bold &amp;…</b></p>");
    expect(htmlExcerpt(html, 16)).toMatch(/<ul><li><a [^>]+>t…<\/a><\/li><\/ul>$/);
    expect(htmlExcerpt("🧲🧲", 1)).toBe("🧲…");
  });

  it.each(attacks)("is safe and well-formed wherever it is cut: %s", (attack) => {
    for (const length of [0, 1, 5, 30]) {
      const excerpt = htmlExcerpt(attack, length);
      const $ = load(excerpt, null, false);
      expect($.html().replaceAll("<br>", "<br />").replaceAll("<hr>", "<hr />")).toBe(excerpt);
      expect(
        $("*")
          .get()
          .filter((element) => !allowedTags.has($(element).prop("tagName")?.toLowerCase() ?? "")),
      ).toEqual([]);
      expect([...$.text()].length).toBeLessThanOrEqual(length + 1);
    }
  });
});

describe("a mail from Outlook", () => {
  const safeLink = `https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fdesk.example&amp;data=${"05%7C02%7C".repeat(120)}&amp;reserved=0`;
  const picture = `<img width=624 height=351 src="data:image/png;base64,${"iVBORw0KGgo".repeat(40_000)}" alt="Router with a red light">`;
  const mail = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]-->
<style><!-- @font-face {font-family:"Cambria Math";} ${"p.MsoNormal {margin:0cm;} ".repeat(400)} --></style>
<!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit" spidmax="1026" /></xml><![endif]--></head>
<body lang=EN-GB><div class=WordSection1><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml>
<p class=MsoNormal style='margin-bottom:12.0pt'>${picture}</p>
<p class=MsoNormal><a href="${safeLink}"><span style='mso-fareast-language:EN-US'>Our guide</span></a> says<o:p></o:p></p>
<![if !supportLists]><p class=MsoNormal>&nbsp;</p><![endif]><p>it should be green.</p></div></body></html>`;

  it("has words in its excerpt, and its links", () => {
    const $ = load(htmlExcerpt(mail), null, false);
    expect($.text().replace(/\s+/g, " ").trim()).toBe(
      "[picture: Router with a red light] Our guide says it should be green.",
    );
    expect($("a").attr("href")).toMatch(/^https:\/\/eur01\.safelinks.*&reserved=0$/);
  });

  it("is text with its lines", () => {
    expect(plainLines(mail)).toBe(
      "[picture: Router with a red light]\nOur guide says\n\nit should be green.",
    );
    expect(plainText(mail, 160)).toBe(
      "[picture: Router with a red light] Our guide says it should be green.",
    );
  });

  it("is shown whole, however much around it isn't shown", () => {
    const html = sanitizeHtmlField(mail);
    expect(html).toContain("it should be green.");
    expect(html).not.toMatch(/This text is longer|base64|mso|font-face|WordDocument/);
  });

  it("loses a long address that's shown in an excerpt, but not in its text", () => {
    const text = `See &lt;${safeLink}&gt; for it`;
    expect(load(htmlExcerpt(text), null, false).text()).toBe(
      "See <https://eur01.safelinks.protection.outlook.com/…> for it",
    );
    expect(plainText(text, 4_000)).toContain("&reserved=0> for it");
  });
});

it.each([
  [`<img alt="a &quot;b&quot; <c>" src=x>`, '[picture: a "b" <c>]'],
  ["a<img src=x>b", "a [picture] b"],
  [`a<img alt="" src=x>b`, "ab"],
  [`a<img src="https://count.example/1" width="1" height="1">b`, "ab"],
])("a picture leaves words: %j is %j", (html, text) => {
  expect(plainText(html)).toBe(text);
  expect(load(sanitizeHtmlField(html), null, false).text().replace(/\s+/g, " ").trim()).toBe(text);
});

it.each([
  ["Hello<p>World</p>again", "Hello\nWorld\nagain"],
  ["<table><tr><td>Line</td><td>Speed</td></tr><tr><th>1</th><td>80</td></tr></table>", "Line Speed\n1 80"],
  ["<ul><li>one<li>two</ul>after", "one\ntwo\nafter"],
  ["<blockquote>quoted</blockquote>answer", "quoted\nanswer"],
  ["<div><div><p>a</p></div></div><div>b</div>", "a\nb"],
  ["a<br><br>b", "a\n\nb"],
  ["Fish & chips\nand peas", "Fish & chips\nand peas"],
  ["<center>a</center><main>b<details><summary>c</summary>d</details></main>e", "a\nb\nc\nd\ne"],
  ["Anna <anna@harbour.example>\nand her desk", "Anna <anna@harbour.example>\nand her desk"],
])("plainLines keeps the blocks of %j apart", (html, text) => {
  expect(plainLines(html)).toBe(text);
  expect(plainText(html)).toBe(text.replace(/\s+/g, " "));
});

it("keeps the lines of preformatted text", () => {
  const html = "<p>The\nlog:</p><pre>one\n  two\n</pre>end <style><pre>x</style>of\nit";
  expect(plainLines(html)).toBe("The log:\none\ntwo\nend of it");
});

it("keeps blocks apart that it shows as others", () => {
  const html = "<section>a</section><form>b</form>c";
  expect([sanitizeHtmlField(html), htmlExcerpt(html)]).toEqual(Array(2).fill("<div>a</div><div>b</div>c"));
});

it("shows an address between angle brackets, which is no tag", () => {
  const text = "From: Anna <anna@harbour.example>\nGuide <https://desk.example/a>, <mailto:a@b.example>";
  const safe = text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  expect(sanitizeHtmlField(text)).toBe(safe.replace("\n", "<br />"));
  expect(htmlExcerpt(text)).toBe(safe.replace("\n", " "));
});

it("shows the lines of a text without tags", () => {
  expect(sanitizeHtmlField("one\r\ntwo & three\n")).toBe("one<br />two &amp; three");
});

it.each([
  ["<p>a<br>b</p>", ""],
  ["a & b", ""],
  [`<p class=MsoNormal style="color:red"><span>a</span><o:p></o:p></p>`, ""],
  [`<!-- <table> --><style>a{}</style>x`, ""],
  [`<a href="https://a.example">a</a>`, "links"],
  ["<ol><li>a</ol><table><tr><td>b</table>", "numbering and tables"],
  ["<b>a</b><ul><li>b</ul><img src=x>", "lists, pictures and emphasis such as bold"],
])("of %j plain text loses %j", (html, lost) => expect(formattingLost(html)).toBe(lost));

it.each([
  "<!--",
  "<style>",
  '<a title="',
  "<xml><w:a>",
  "<img src='",
  "&",
  "<svg>",
  "<p ",
  "< ",
  "<a href=x ",
])(
  "reads 4 MB of %j, which takes many minutes unless the time is linear",
  (part) => {
    const html = part.repeat((4 * 1024 * 1024) / part.length);
    expect(plainText(html, 1_000).length).toBeLessThan(2_000);
    expect(htmlExcerpt(html).length).toBeLessThan(2_000);
  },
  60_000,
);
