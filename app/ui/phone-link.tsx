/** '01632 960 100' → 'tel:01632960100'. */
export const phoneHref = (number: string) => `tel:${number.replace(/[^+\d]/g, "")}`;

/** A telephone number that a phone dials by a press. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={phoneHref(number)}>{number}</a>;
}
