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
  // Otherwise Kiota looks for a newer version of itself.
  const env = { ...process.env, KIOTA_OFFLINE_ENABLED: "true" };
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", cwd: folder, env });
  return { status, output: stdout + stderr };
}

/** Whether a tool of this version can be had. */
function install(tool: string, version: string): boolean {
  const done = dotnet && run(dotnet, "tool", "install", "--tool-path", folder, tool, "--version", version);
  return done !== undefined && done !== "" && done.status === 0;
}
const hasTools = install("NSwag.ConsoleCore", "14.7.1") && install("Microsoft.OpenApi.Kiota", "1.38.0");
if (!hasTools) process.stderr.write("No .NET SDK, NSwag or Kiota: no classes are made of the contract.\n");

describe.runIf(hasTools)("the classes made of the contract", () => {
  it.each([
    ["portal-api", []],
    // Each path names its own server; and a 400 of the blob store is Azure's XML.
    ["neighbours", ["servers", "server url", "error type for 400 in putBlob"]],
  ])("by Kiota, of %s, are warned of %j", (name, warnings) => {
    const options = ["-l", "CSharp", "-n", "Contract.Made", "-c", "Client", "--log-level", "Warning"];
    const files = ["-d", resolve(`docs/${name}.openapi.json`), "-o", join(folder, `kiota-${name}`)];
    const { output } = run(join(folder, "kiota"), "generate", ...options, ...files);
    const found = [...output.matchAll(/^(?:warn|fail|crit): .*\n(.*)/gm)].map(([, text = ""]) => text);
    expect(found).toEqual(warnings.map((text) => expect.stringContaining(text) as string));
    expect(output).toContain("Generation completed successfully");
  });

  it.each([
    ["portal-api", "PortalApi"],
    ["neighbours", "Neighbours"],
  ])(
    "by NSwag take every example of %s",
    (name, space) => {
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
    },
    300_000,
  );
});
