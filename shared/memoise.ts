const MAX_RESULTS = 2_000;

/** Caches the results of a pure function. When the cache is full, it's cleared. */
export function memoise<Argument, Answer>(
  compute: (argument: Argument) => Answer,
): (argument: Argument) => Answer {
  const results = new Map<Argument, Answer>();
  return (argument) => {
    if (results.has(argument)) return results.get(argument) as Answer;
    if (results.size === MAX_RESULTS) results.clear();
    const answer = compute(argument);
    results.set(argument, answer);
    return answer;
  };
}
