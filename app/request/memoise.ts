const MOST = 2_000;

/** A pure function that remembers its answers; it forgets them all when they become many. */
export function memoise<Argument, Answer>(compute: (asked: Argument) => Answer): (asked: Argument) => Answer {
  const known = new Map<Argument, Answer>();
  return (asked) => {
    if (known.has(asked)) return known.get(asked) as Answer;
    if (known.size === MOST) known.clear();
    const answer = compute(asked);
    known.set(asked, answer);
    return answer;
  };
}
