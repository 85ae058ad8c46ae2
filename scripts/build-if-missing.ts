import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

// `npm start` on a fresh clone: build once. After a change of the source, `npm run build` builds again.
if (!existsSync("build/server/index.js")) {
  execFileSync("npm", ["run", "build"], { stdio: "inherit", shell: process.platform === "win32" });
}
