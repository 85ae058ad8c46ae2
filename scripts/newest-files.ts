import { execFileSync } from "node:child_process";

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .split("\n")
    .filter(Boolean);

/** The commit where this branch left `main`, and the files that have changed since. Throws if git can't tell. */
export function changesSinceMain(): { readonly base: string; readonly files: readonly string[] } {
  const base = git("merge-base", "main", "HEAD")[0]!;
  const files = [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
  return { base, files };
}

/** The files that differ from `main`, or the last commit's files if none do; undefined, meaning all, if git can't tell. */
export function newestFiles(): readonly string[] | undefined {
  try {
    const { files } = changesSinceMain();
    return files.length > 0 ? files : git("diff", "--name-only", "HEAD~1");
  } catch {
    return undefined;
  }
}
