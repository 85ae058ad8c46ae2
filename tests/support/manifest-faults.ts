import { join } from "node:path";
import ts from "typescript";

/** A Kubernetes object, as it's sent to a cluster. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** The generated module's name. It's in this folder so that it finds the packages' types. */
const FILE = join(import.meta.dirname, "manifests.generated.ts");
const options: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ESNext,
  lib: ["lib.esnext.d.ts"],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** The errors in manifests, according to the Kubernetes API's schemas: types generated from them find unknown fields, and validators generated from them check formats and ranges. */
export async function manifestFaults(manifests: readonly Manifest[]): Promise<string[]> {
  const models = await Promise.all(
    manifests.map(async (manifest) => new (await modelOf(manifest))(manifest)),
  );
  const invalid = models.flatMap((model, index) => {
    try {
      model.validate();
      return [];
    } catch (error) {
      return [`${manifests[index]?.kind}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
  return [...invalid, ...typeFaults(manifests)];
}

interface Model {
  validate(): void;
}

async function modelOf(manifest: Manifest): Promise<new (manifest: Manifest) => Model> {
  const models = (await import(moduleOf(manifest))) as Record<string, new (manifest: Manifest) => Model>;
  return models[manifest.kind]!;
}

function moduleOf({ apiVersion, kind }: Manifest): string {
  const isPrometheus = apiVersion.startsWith("monitoring.coreos.com/");
  const library = isPrometheus ? "@kubernetes-models/prometheus-operator" : "kubernetes-models";
  return `${library}/${apiVersion}/${kind}`;
}

function typeFaults(manifests: readonly Manifest[]): string[] {
  const source = manifests.map((manifest, index) => {
    const type = `import(${JSON.stringify(moduleOf(manifest))}).I${manifest.kind}`;
    return `export const object${index}: ${type} = ${JSON.stringify(manifest, null, 1)};`;
  });
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === FILE
      ? ts.createSourceFile(name, source.join("\n"), ts.ScriptTarget.ESNext)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([FILE], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}
