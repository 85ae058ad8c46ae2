import { most } from "#app/limits.ts";

interface LeftOutProps {
  shown: number;
  total: number;
  noun: string;
  /** So many were read at most: a higher total only says that there are more. */
  known?: number;
}

/** Says that a page shows the first of very many; nothing where it shows all. */
export function LeftOut({ shown, total, noun, known = most.rows }: LeftOutProps) {
  if (total <= shown) return null;
  const all = total > known ? `more than ${inWords(known)}` : inWords(total);
  return <p>{`Showing the first ${inWords(shown)} of ${all} ${noun}. Ask the help desk for the rest.`}</p>;
}

const inWords = (count: number) => count.toLocaleString("en-GB");
