import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import checkFile from "eslint-plugin-check-file";
import importX from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import redos from "eslint-plugin-redos";
import ts from "typescript";
import tseslint from "typescript-eslint";

const tests = ["**/*.test.ts", "**/*.test.tsx", "tests/**"];

/** One-way imports (docs/architecture.md): `target` may not import `from`. */
const zones = [
  { target: "./app", from: "./provider", message: "The portal knows the provider by its calls alone." },
  {
    target: "./app/portal-api",
    from: "./app",
    except: ["./portal-api", "./limits.ts", "./time"],
    message: "portal-api imports nothing else of ours.",
  },
  {
    target: "./app/ui",
    from: "./app",
    except: ["./ui", "./limits.ts", "./time"],
    message: "The design system knows no page.",
  },
  {
    target: "./app/time",
    from: "./app",
    except: ["./time", "./limits.ts"],
    message: "time/ knows nothing else of ours.",
  },
  {
    target: "./app/request",
    from: "./app",
    except: ["./request", "./document", "./errors", "./limits.ts", "./paths.ts", "./portal-api", "./time"],
    message: "request/ is what every loader begins with: no kit, no area.",
  },
  {
    target: "./app/areas/pages",
    from: "./app/areas",
    except: ["./pages"],
    message: "The shell stands on pages/, and not the other way round.",
  },
  ...["forms", "flows", "grid", "files", "live"].map((kit) => ({
    target: `./app/${kit}`,
    from: "./app/areas",
    message: `${kit}/ serves the areas.`,
  })),
  ...["errors", "document"].map((kit) => ({
    target: `./app/${kit}`,
    from: "./app",
    except: [`./${kit}`, "./limits.ts", "./paths.ts", "./portal-api", "./request/hidden-fields.ts", "./ui"],
    message: `${kit}/ knows the addresses, the calls, the names of hidden fields and the design system alone.`,
  })),
  { target: "./server", from: "./app/areas", message: "The server never imports an area." },
  {
    target: "./provider",
    from: "./app",
    except: ["./portal-api", "./limits.ts"],
    message: "The provider shares only the schemas.",
  },
  { target: "./provider", from: "./server", message: "The provider shares only the schemas." },
  {
    target: "./provider/store/!(*.test).ts",
    from: "./provider",
    except: ["./store"],
    message: "The store is the ground of the provider; seed.ts fills it.",
  },
];

const read = new Map();

/** The modules of ours that a file imports, types included. */
function importsOf(file) {
  if (!read.has(file)) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
    read.set(
      file,
      importedFiles.flatMap(({ fileName }) => moduleOf(fileName, file) ?? []),
    );
  }
  return read.get(file);
}

function moduleOf(source, file) {
  if (!/^[.#].*\.tsx?$/.test(source)) return undefined;
  return source.startsWith("#") ? resolve(source.slice(1)) : resolve(dirname(file), source);
}

/** Circles by types hold modules together like any others, and import-x sees only those of values. */
const noCircles = {
  create(context) {
    const check = (node) => {
      const first = node.source && moduleOf(node.source.value, context.filename);
      const reached = new Set(first ? [first] : []);
      for (const file of reached) for (const next of importsOf(file)) reached.add(next);
      if (reached.has(context.filename))
        context.report({ node, message: "What this imports leads back to this file." });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

/** One way to write an import: `./` within a folder, `#app/`, `#server/`, `#provider/` beyond it. */
const noParents = {
  group: ["../*"],
  message: "Beyond its own folder a module is named by #app/, #server/ or #provider/.",
};
const noIndex = {
  regex: "^date-fns$",
  message: "From its index Node loads all of its modules: 250 MB and seconds of every start. Name one.",
};
const serverTypesOnly = {
  regex: "^#server/",
  allowTypeImports: true,
  message: "app/ imports only types of server/.",
};
const ownRoutesOnly = {
  regex: "^#app/areas/.*\\.route\\.",
  allowTypeImports: true,
  message: "An area does not import another area's routes.",
};

/** A loop that names no bound may never end when what comes from outside is odd. */
const boundedLoops = [
  "ForStatement[test=null]",
  "ForStatement[test.value=true]",
  "WhileStatement[test.value=true]",
  "WhileStatement[test.value=1]",
  "DoWhileStatement",
].map((selector) => ({
  selector,
  message:
    "Name the bound in the loop's test: a counter, a deadline, or a signal (for (let left = 10; left > 0; …)).",
}));

/** A function that calls itself may go as deep as what comes from outside is nested. */
const boundedRecursion = {
  create(context) {
    const within = [];
    const isStep = ({ type, operator, right }) =>
      type === "BinaryExpression" && /^[+-]$/.test(operator) && right.value === 1;
    const nameOf = ({ type, name, object, property }) =>
      type === "MemberExpression" && object.type === "ThisExpression" ? memberOf(property) : name;
    const memberOf = ({ type, name }) => (type === "PrivateIdentifier" ? `this.#${name}` : `this.${name}`);
    return {
      ":function": ({ id, parent }) =>
        within.push((id ?? parent.id)?.name ?? (parent.key ? memberOf(parent.key) : "")),
      ":function:exit": () => within.pop(),
      CallExpression(node) {
        if (!within.includes(nameOf(node.callee)) || node.arguments.some(isStep)) return;
        const message = "Count the depth down or up in an argument (left - 1), and stop at a bound.";
        context.report({ node, message });
      },
    };
  },
};

const environment = {
  object: "process",
  property: "env",
  message: "Configuration is read in server/config.ts alone.",
};
const wallClock = {
  object: "Date",
  property: "now",
  message:
    "It jumps: an interval, age or deadline is measured by performance.now(), a point in time is services.now().",
};
/** What is stored or compared with a token's expiry is a point in time. */
const pointsInTime = [
  "server/session/sessions.ts",
  "server/live/live-sessions.ts",
  "server/live/hub-connection.ts",
  "server/middleware/serve-security-txt.ts",
  "app/errors/use-reload-after-crash.ts",
];

/** The attributes, such as `data-lead`, that a selector of ours finds by their presence: there "false" counts as true. */
const foundByPresence = new Set(
  readdirSync("app", { recursive: true })
    .filter((name) => /\.(css|tsx?)$/.test(name))
    .flatMap((name) => readFileSync(`app/${name}`, "utf8").match(/(?<=\[)data-[a-z-]+(?=\])/g) ?? []),
);

/** An attribute that is found by its presence is never false: `|| undefined`, or the selector says `=true`. */
const noFalsePresence = {
  create(context) {
    const { esTreeNodeToTSNodeMap, program } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const check = (name, value) => {
      if (!foundByPresence.has(name) || !value) return;
      const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(value));
      if (!(type.types ?? [type]).some((part) => checker.typeToString(part) === "false")) return;
      const message = `[${name}] is found by its presence: say "|| undefined", or [${name}=true] in the selector.`;
      context.report({ node: value, message });
    };
    return {
      JSXAttribute: ({ name, value }) => check(name.name, value?.expression),
      Property: ({ key, value }) => check(key.value, value),
    };
  },
};

const noDatasetPresence = {
  selector: "BinaryExpression[operator='in'][right.name='dataset']",
  message: 'Here "false" counts as true: compare the value.',
};

const ours = {
  rules: {
    "bounded-recursion": boundedRecursion,
    "no-circles": noCircles,
    "no-false-presence": noFalsePresence,
  },
};

export default tseslint.config(
  { ignores: ["build/", "bench/template/", "node_modules/", "test-results/", "coverage/"] },
  {
    // One dialect of names, so that a file tells what it is.
    files: ["**/*.ts", "**/*.tsx"],
    plugins: { "check-file": checkFile },
    rules: {
      "check-file/filename-naming-convention": [
        "error",
        { "**/*.{ts,tsx}": "KEBAB_CASE" },
        { ignoreMiddleExtensions: true },
      ],
      "check-file/folder-naming-convention": [
        "error",
        { "{app,server,provider,tests,bench}/**/": "KEBAB_CASE" },
      ],
      "check-file/folder-match-with-fex": [
        "error",
        { "*.route.{ts,tsx}": "app/areas/**/", "*.server.{ts,tsx}": "app/**/", "*.module.css": "app/**/" },
      ],
      "check-file/filename-blocklist": [
        "error",
        {
          "**/*{util,utils,helper,helpers,common,misc}.{ts,tsx}": "*-named-by-its-idea.ts",
          "app/areas/**/*-view.ts": "*-view.server.ts",
          "app/areas/**/*-list.ts": "*-list.server.ts",
          "app/areas/**/*-editor.ts": "*-editor.server.ts",
        },
      ],
    },
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [...tseslint.configs.recommended],
    plugins: { "import-x": importX, ours },
    settings: {
      "import-x/resolver-next": [createTypeScriptImportResolver()],
      "import-x/extensions": [".ts", ".tsx"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] },
    },
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-lines": ["error", { max: 300 }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
      "no-restricted-properties": ["error", environment],
      "import-x/no-restricted-paths": ["error", { zones }],
      "ours/no-circles": "error",
      "import-x/order": [
        "error",
        {
          groups: ["builtin", "external", "internal", "sibling"],
          pathGroups: [{ pattern: "#*/**", group: "internal" }],
          pathGroupsExcludedImportTypes: [],
          alphabetize: { order: "asc", caseInsensitive: true },
          named: { enabled: true, types: "types-last" },
          "newlines-between": "ignore",
        },
      ],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    // From the server the application takes types only: what it does, it gets through the load context.
    files: ["app/**/*.ts", "app/**/*.tsx"],
    ignores: tests,
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { patterns: [noParents, noIndex, serverTypesOnly] },
      ],
    },
  },
  {
    // An area never imports another area's route; the type of what a loader returns is fine.
    files: ["app/areas/**/*.ts", "app/areas/**/*.tsx"],
    ignores: tests,
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { patterns: [noParents, noIndex, serverTypesOnly, ownRoutesOnly] },
      ],
    },
  },
  {
    files: ["app/**/*.tsx"],
    plugins: { ours },
    rules: { "ours/no-false-presence": "error" },
    extends: [jsxA11y.flatConfigs.recommended],
  },
  {
    files: ["app/**/*.ts", "app/**/*.tsx"],
    plugins: { "react-hooks": reactHooks },
    rules: { ...reactHooks.configs.recommended.rules },
  },
  {
    files: ["server/**/*.ts", "provider/**/*.ts"],
    ignores: tests,
    rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns: [noParents, noIndex] }] },
  },
  {
    // What comes from outside may be long, odd or without an end (docs/adr/0026-limits-of-contents.md).
    files: ["app/**/*.ts", "app/**/*.tsx", "server/**/*.ts", "provider/**/*.ts"],
    ignores: [...tests, "**/testing/**"],
    plugins: { redos, ours },
    rules: {
      "ours/bounded-recursion": "error",
      "redos/no-vulnerable": ["error", { ignoreErrors: false, timeout: 30_000 }],
      "no-restricted-syntax": ["error", ...boundedLoops, noDatasetPresence],
    },
  },
  {
    files: ["app/**/*.ts", "app/**/*.tsx", "server/**/*.ts"],
    ignores: [...pointsInTime, "**/testing/**"],
    rules: { "no-restricted-properties": ["error", environment, wallClock] },
  },
  { files: ["**/*.route.ts", "**/*.route.tsx"], rules: { "max-lines": ["error", { max: 200 }] } },
  { files: tests, rules: { "max-lines-per-function": "off" } },
  {
    files: [
      "server/config.ts",
      "provider/config.ts",
      "tests/**",
      "server/session/testing/redis-server.ts",
      "**/*.test.ts",
      "bench/**",
      "scripts/**",
      "examples/**",
    ],
    rules: { "no-restricted-properties": "off" },
  },
);
