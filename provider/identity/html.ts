/** Markup that can go into a page unescaped. */
export interface Html {
  readonly markup: string;
}

type Piece = Html | string | number | undefined | false | readonly Html[];

/** A template that escapes its values unless they're `Html`; undefined and false add nothing. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return {
    markup: strings.map((text, index) => (index === 0 ? "" : render(pieces[index - 1])) + text).join(""),
  };
}

/** Declares trusted text to be markup. Never for text that someone typed. */
export const trusted = (markup: string): Html => ({ markup });

function render(piece: Piece): string {
  if (piece === undefined || piece === false) return "";
  if (typeof piece === "string" || typeof piece === "number") return escape(String(piece));
  if ("markup" in piece) return piece.markup;
  return piece.map((each) => each.markup).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
