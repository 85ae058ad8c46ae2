import { most } from "#app/limits.ts";

interface LeftOutProps {
  shown: number;
  total: number;
  noun: string;
}

/** Says that a page shows the first of very many; nothing where it shows all. */
export function LeftOut({ shown, total, noun }: LeftOutProps) {
  if (total <= shown) return null;
  const all = total > most.rows ? `more than ${inWords(most.rows)}` : inWords(total);
  return <p>{`Showing the first ${inWords(shown)} of ${all} ${noun}. Ask the help desk for the rest.`}</p>;
}

const inWords = (count: number) => count.toLocaleString("en-GB");
