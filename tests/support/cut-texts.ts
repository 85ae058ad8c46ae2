/** Spaces text as widely as WCAG 1.4.12 says it must still be readable, or as before. Runs in the page. */
export function spaceText(isSpaced: boolean): void {
  const sheet = new CSSStyleSheet();
  if (isSpaced)
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
    );
  document.adoptedStyleSheets = [sheet];
}

/** The texts that are cut off by a box around them, or that stick out of their button or link. Runs in the page. */
export function cutTexts(): string[] {
  const cut: string[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const words = text.textContent?.trim() ?? "";
    if (!words || !text.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(text);
    const cutter = cutterOf(text.parentElement, [...range.getClientRects()]);
    if (cutter) cut.push(`'${words.slice(0, 40)}' in ${cutter.localName}.${cutter.className}`);
  }
  return cut;

  function cutterOf(parent: Element, parts: readonly DOMRect[]): Element | undefined {
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const { overflowX, overflowY, display, clipPath, webkitLineClamp } = getComputedStyle(box);
      const { left, right, top, bottom, width } = box.getBoundingClientRect();
      const isCutting = overflowX !== "visible" || overflowY !== "visible";
      // Anything that can be scrolled isn't cut off. Nor is text for screen readers, or the first lines of a text
      // that's shown in full elsewhere.
      if (
        /auto|scroll/.test(overflowX + overflowY) ||
        width < 2 ||
        clipPath === "inset(50%)" ||
        webkitLineClamp !== "none"
      )
        return undefined;
      const isPressed = box.matches("a, button, summary") && display !== "inline";
      const isOut = parts.some(
        (part) =>
          part.left < left - 1 || part.right > right + 1 || part.top < top - 4 || part.bottom > bottom + 4,
      );
      if (isOut && (isCutting || isPressed)) return box;
    }
    return undefined;
  }
}
