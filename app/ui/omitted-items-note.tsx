import { maximum } from "#app/limits.ts";

interface LeftOutProps {
  shown: number;
  total: number;
  noun: string;
  /** At most this many were read, so a higher total is shown as 'more than'. */
  known?: number;
}

export function LeftOut({ shown, total, noun, known = maximum.rows }: LeftOutProps) {
  if (total <= shown) return null;
  const all = total > known ? `more than ${formatCount(known)}` : formatCount(total);
  return (
    <p>{`Showing the first ${formatCount(shown)} of ${all} ${noun}. Ask the help desk for the rest.`}</p>
  );
}

const formatCount = (count: number) => count.toLocaleString("en-GB");
