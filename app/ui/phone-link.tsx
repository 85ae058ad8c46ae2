/** '01632 960 100' → 'tel:01632960100'. */
export const phoneHref = (number: string) => `tel:${number.replace(/[^+\d]/g, "")}`;

export function PhoneLink({ number }: { number: string }) {
  return <a href={phoneHref(number)}>{number}</a>;
}
