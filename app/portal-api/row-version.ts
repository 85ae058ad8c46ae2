type Version = string | number | null | undefined;

/**
 * The version that a form was rendered from, for the object that goes back: in the type that the API's own has. A
 * post without one saw none, and conflicts with whatever is stored; only where the API has no versions is it nothing.
 */
export function sameVersion(current: Version, seen: string): Version {
  if (seen === "" && (current === null || current === undefined)) return current;
  return typeof current === "number" ? Number(seen) : seen;
}
