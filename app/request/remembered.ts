const MOST = 2_000;

/** A pure function that remembers its answers; it forgets them all when they become many. */
export function remembered<Asked, Answer>(answerTo: (asked: Asked) => Answer): (asked: Asked) => Answer {
  const known = new Map<Asked, Answer>();
  return (asked) => {
    if (known.has(asked)) return known.get(asked) as Answer;
    if (known.size === MOST) known.clear();
    const answer = answerTo(asked);
    known.set(asked, answer);
    return answer;
  };
}
