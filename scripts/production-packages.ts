/** The parts of a package-lock.json that are used here. */
export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** A package in the lock file. */
export interface LockedPackage {
  readonly version?: string;
  /** An SPDX expression, if the package declares its licence. */
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

/**
 * The lock file with only the packages of the portal's image: without development packages, and without optional ones,
 * which only the demo provider needs.
 */
export function productionLock(lock: PackageLock): PackageLock {
  const packages = Object.entries(lock.packages).flatMap(([path, entry]): [string, LockedPackage][] => {
    if (path === "") return [[path, { ...entry, ...noDependencies }]];
    return entry.dev || entry.optional || entry.devOptional ? [] : [[path, entry]];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

const noDependencies = { devDependencies: {}, optionalDependencies: {} };

/** The name of a package, from its path in the lock file. */
export const packageName = (path: string) =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
