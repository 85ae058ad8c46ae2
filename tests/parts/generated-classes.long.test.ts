import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findDotnet } from "../../scripts/find-programs.ts";

const dotnet = findDotnet();
const folder = mkdtempSync(join(tmpdir(), "generated-classes-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command; returns what it printed. */
function run(program: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", cwd: folder });
  return { status, output: stdout + stderr };
}

const installed =
  dotnet && run(dotnet, "tool", "install", "--tool-path", folder, "NSwag.ConsoleCore", "--version", "14.7.1");
const hasNswag = installed !== undefined && installed !== "" && installed.status === 0;
if (!hasNswag) process.stderr.write("No .NET SDK or no NSwag: no classes are made of the contract.\n");

describe.runIf(hasNswag)("the classes that NSwag makes of the contract", () => {
  it.each([
    ["portal-api", "PortalApi"],
    ["neighbours", "Neighbours"],
  ])("take every example of %s", (name, space) => {
    const document = resolve(`docs/${name}.openapi.json`);
    const project = join(folder, name);
    cpSync("tests/parts/generated-classes", project, { recursive: true });
    const options = [
      "/JsonLibrary:SystemTextJson",
      "/GenerateNullableReferenceTypes:true",
      `/namespace:${space}`,
    ];
    const files = [`/input:${document}`, `/output:${join(project, "Client.cs")}`];
    const made = run(join(folder, "nswag"), "openapi2csclient", ...files, ...options);
    expect(made.output).not.toMatch(/warn|error/i);
    const built = run(dotnet!, "build", project, "-v", "q", "--nologo");
    expect(built.output).toContain("0 Warning(s)");
    const read = run(dotnet!, "run", "--no-build", "--project", project, document, space);
    expect(read.output).toMatch(/^[1-9]\d* fit, 0 don't\n$/);
  });
});
