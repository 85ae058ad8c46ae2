import { execFileSync } from "node:child_process";

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .split("\n")
    .filter(Boolean);

/** Where this work left `main`, and the files that differ from there. Throws where git doesn't know. */
export function changesSinceMain(): { readonly base: string; readonly files: readonly string[] } {
  const base = git("merge-base", "main", "HEAD")[0]!;
  const files = [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
  return { base, files };
}

/** What differs from `main`, or the last commit's files where nothing does; undefined, for all, where git doesn't know. */
export function newestFiles(): readonly string[] | undefined {
  try {
    const { files } = changesSinceMain();
    return files.length > 0 ? files : git("diff", "--name-only", "HEAD~1");
  } catch {
    return undefined;
  }
}
