/** '01632 960 100' → 'tel:01632960100'. Nobody can dial the 0 in '+44 (0)1632'. */
export const phoneHref = (number: string) =>
  `tel:${number.replace(/(44 *)\(0\)/g, "$1").replace(/[^+\d]/g, "")}`;

export function PhoneLink({ number }: { number: string }) {
  return <a href={phoneHref(number)}>{number}</a>;
}
