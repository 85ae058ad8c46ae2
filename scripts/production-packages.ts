/** The parts of package-lock.json that we use here. */
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

/** The lock file with just the packages in the portal's image: no development packages, and no optional ones, which only the demo provider needs. */
export function productionLock(lock: PackageLock): PackageLock {
  const packages = Object.entries(lock.packages).flatMap(([path, entry]): [string, LockedPackage][] => {
    if (path === "") return [[path, { ...entry, ...noDependencies }]];
    return entry.dev || entry.optional || entry.devOptional ? [] : [[path, entry]];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

const noDependencies = { devDependencies: {}, optionalDependencies: {} };

/** A package's name, from its path in the lock file. */
export const packageName = (path: string) =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
