import type { CompositionEvent, FormEvent } from "react";

/** The text before and after the caret. */
type TypedText = Readonly<Record<"before" | "after", string>>;

/** Handlers for a text field that rewrite its text while someone types. They don't drop anything. */
function rewriteHandlers(rewrite: (typed: TypedText, inputType?: string) => TypedText) {
  const apply = (input: HTMLInputElement, inputType?: string) => {
    const caret = input.selectionStart ?? input.value.length;
    const typed = { before: input.value.slice(0, caret), after: input.value.slice(caret) };
    const { before, after } = rewrite(typed, inputType);
    if (before + after === input.value) return;
    input.value = before + after;
    if (document.activeElement === input) input.setSelectionRange(before.length, before.length);
  };
  return {
    // Rewriting would interrupt the composition of an accented letter or an Asian script.
    onInput({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) {
      const { isComposing, inputType } = nativeEvent as InputEvent;
      if (!isComposing) apply(currentTarget, inputType);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => apply(currentTarget),
  };
}

export const upperCaseHandlers = rewriteHandlers(({ before, after }) => ({
  before: before.toUpperCase(),
  after: after.toUpperCase(),
}));

/** Puts a dash between pairs of digits: `20-29-59`. Leaves text alone if it has anything else, or more dashes. */
export function withDashes(typed: TypedText, inputType?: string): TypedText {
  const before = typed.before.replaceAll("-", "");
  const after = typed.after.replaceAll("-", "");
  const text = (before + after).replace(/(\d\d)(?=\d)/g, "$1-");
  if (!/^[\d-]*$/.test(text) || text.length < typed.before.length + typed.after.length) return typed;
  // Otherwise the Delete key would get stuck at a dash.
  const isAtDash =
    inputType === "deleteContentForward" && after !== "" && before !== "" && before.length % 2 === 0;
  const caret = before.length + Math.max(0, Math.ceil(before.length / 2) - 1) + (isAtDash ? 1 : 0);
  return { before: text.slice(0, caret), after: text.slice(caret) };
}

export const dashHandlers = rewriteHandlers(withDashes);
