type Version = string | number | null | undefined;

/**
 * The version that the person saw, in the type that the API uses. A post without one becomes a conflict,
 * unless the API has no versions.
 */
export function sameVersion(current: Version, seen: string): Version {
  if (seen === "" && (current === null || current === undefined)) return current;
  return typeof current === "number" ? Number(seen) : seen;
}
