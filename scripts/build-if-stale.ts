import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";

/** The files that the build depends on. */
const SOURCES = [
  "{app,shared}/**/*.*",
  "public/**/*.*",
  "vite.config.ts",
  "remix.config.*",
  "package-lock.json",
];

const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const builtAt = changedAt("build/server/index.js");
if (globSync(SOURCES).some((file) => changedAt(file) > builtAt)) {
  process.stderr.write("Building the portal, which takes up to a minute…\n");
  try {
    execFileSync("npm", ["run", "build"], { stdio: "pipe", shell: process.platform === "win32" });
  } catch (error) {
    const { stdout, stderr } = error as Readonly<Record<"stdout" | "stderr", Buffer>>;
    process.stderr.write(Buffer.concat([stdout, stderr]));
    process.exit(1);
  }
}
