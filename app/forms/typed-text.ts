import type { CompositionEvent, FormEvent } from "react";
import { nationalPhoneDigits } from "./define-form.ts";
import { maskedText, type DigitMask, type TypedText } from "./mask-digits.ts";

/** Handlers of a text field that rewrite what is typed while the person types it. */
interface TypedTextHandlers {
  readonly onInput: (event: FormEvent<HTMLInputElement>) => void;
  readonly onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
}

function rewriteHandlers(rewrite: (typed: TypedText, inputType?: string) => TypedText): TypedTextHandlers {
  const apply = (input: HTMLInputElement, inputType?: string) => {
    const caret = input.selectionStart ?? input.value.length;
    const typed = { before: input.value.slice(0, caret), after: input.value.slice(caret) };
    const { before, after } = rewrite(typed, inputType);
    if (before + after === input.value) return;
    input.value = before + after;
    if (document.activeElement === input) input.setSelectionRange(before.length, before.length);
  };
  return {
    // Rewriting would end the composition of a letter with an accent or of an Asian script.
    onInput({ currentTarget, nativeEvent }) {
      const { isComposing, inputType } = nativeEvent as InputEvent;
      if (!isComposing) apply(currentTarget, inputType);
    },
    onCompositionEnd: ({ currentTarget }) => apply(currentTarget),
  };
}

export const upperCaseHandlers = rewriteHandlers(({ before, after }) => ({
  before: before.toUpperCase(),
  after: after.toUpperCase(),
}));

const MAX_DIGITS = 11;
/** The beginning of +44 or 0044, or all of it, perhaps with the 0 of '+44 (0)'. */
const PARTIAL_PREFIX = /^(?:\+(?:4(?:40?)?)?|00(?:4(?:40?)?)?)$/;

/** Keeps at most 11 digits of a phone number, with 0 in place of +44. */
export function digitsOfPhone({ before, after }: TypedText): TypedText {
  const typed = before.replace(/[^\d+]/g, "").replace(/(?!^)\+/g, "");
  const rest = after.replace(/\D/g, "");
  if (PARTIAL_PREFIX.test(typed + rest)) return { before: typed, after: rest };
  const digits = nationalPhoneDigits(typed + rest);
  const caret = Math.max(0, digits.length - rest.length);
  // Cuts at the caret, as `maxlength` does; that attribute would count blanks and +44, too.
  const room = Math.max(0, MAX_DIGITS - (digits.length - caret));
  return { before: digits.slice(0, Math.min(caret, room)), after: digits.slice(caret, caret + MAX_DIGITS) };
}

export const phoneHandlers = rewriteHandlers(digitsOfPhone);

export const digitMaskHandlers = (mask: DigitMask): TypedTextHandlers =>
  rewriteHandlers((typed, inputType) => maskedText(typed, mask, inputType === "deleteContentForward"));
