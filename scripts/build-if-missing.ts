import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

// For `npm start` on a fresh clone; after a change `npm run build` builds again.
if (!existsSync("build/server/index.js")) {
  execFileSync("npm", ["run", "build"], { stdio: "inherit", shell: process.platform === "win32" });
}
