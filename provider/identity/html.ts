/** Markup that is safe to put into a page. */
export interface Html {
  readonly markup: string;
}

type Piece = Html | string | number | undefined | false | readonly Html[];

/** A template whose values are escaped unless they are markup themselves; undefined and false leave nothing. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return {
    markup: strings.map((text, index) => (index === 0 ? "" : render(pieces[index - 1])) + text).join(""),
  };
}

/** Markup of oidc-provider's own making, taken as it is. */
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
