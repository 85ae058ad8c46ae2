/** As much of a package-lock.json as is read here. */
export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  /** An SPDX expression, where the package names its licence. */
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

/**
 * The lock file as if the project had only what the portal's image has: no development packages, and none of the
 * optional ones, which the demo provider alone needs.
 */
export function productionLock(lock: PackageLock): PackageLock {
  const packages = Object.entries(lock.packages).flatMap(([path, entry]): [string, LockedPackage][] => {
    if (path === "") return [[path, { ...entry, ...without }]];
    return entry.dev || entry.optional || entry.devOptional ? [] : [[path, entry]];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

const without = { devDependencies: {}, optionalDependencies: {} };

/** A package's name, of its path in the lock file. */
export const packageName = (path: string) =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
