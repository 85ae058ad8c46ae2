import { maximum } from "#shared/limits.ts";

interface OmittedItemsNoteProps {
  shown: number;
  total: number;
  noun: string;
  /** Up to here the total is exact; a higher one is shown as 'more than'. */
  maxExactTotal?: number;
}

export function OmittedItemsNote({
  shown,
  total,
  noun,
  maxExactTotal = maximum.rows,
}: OmittedItemsNoteProps) {
  if (total <= shown) return null;
  const totalText = total > maxExactTotal ? `more than ${formatCount(maxExactTotal)}` : formatCount(total);
  return (
    <p>{`Showing the first ${formatCount(shown)} of ${totalText} ${noun}. Ask the help desk for the rest.`}</p>
  );
}

const formatCount = (count: number) => count.toLocaleString("en-GB");
