import { relative } from "node:path";
import parser from "@typescript-eslint/parser";
import checkFile from "eslint-plugin-check-file";
import importX from "eslint-plugin-import-x";
import redos from "eslint-plugin-redos";
import { mayBeNewer, newerBuiltIns } from "./scripts/newer-built-ins.ts";
import { newestFiles } from "./scripts/newest-files.ts";

// What oxlint lacks (docs/adr/0035-two-linters.md); .oxlintrc.json has the rest.

/** One-way imports (docs/architecture.md), of types, too: `files` import nothing `from` there `except` what begins so. */
const directions = [
  {
    files: /^(app|shared)\//,
    from: "#provider/",
    message: "The portal knows the provider by its calls alone.",
  },
  {
    files: /^(?!.*(?:\.test\.|\/testing\/))(server|provider|shared)\//,
    from: "#app/",
    except: ["routes.ts"],
    message: "What others need of app/ stands in shared/.",
  },
  {
    files: /^shared\/portal-api\//,
    from: "#shared/",
    except: ["portal-api/", "limits.ts", "time/"],
    message: "portal-api imports nothing else of ours.",
  },
  {
    files: /^shared\/time\//,
    from: "#shared/",
    except: ["time/", "limits.ts"],
    message: "time/ knows nothing else of ours.",
  },
  { files: /^app\/ui\//, from: "#app/", except: ["ui/"], message: "The design system knows no page." },
  {
    files: /^app\/ui\//,
    from: "#shared/",
    except: ["limits.ts", "time/"],
    message: "The design system knows no address and no call.",
  },
  {
    files: /^app\/request\//,
    from: "#app/",
    except: ["request/", "document/", "errors/"],
    message: "request/ is what every loader begins with: no kit, no area.",
  },
  {
    files: /^app\/areas\/pages\//,
    from: "#app/areas/",
    except: ["pages/"],
    message: "The shell stands on pages/, and not the other way round.",
  },
  { files: /^app\/(forms|flows|grid|files|live)\//, from: "#app/areas/", message: "Kits serve the areas." },
  ...["errors", "document"].map((kit) => ({
    files: new RegExp(`^app/${kit}/`),
    from: "#app/",
    except: [`${kit}/`, "request/hidden-fields.ts", "ui/"],
    message: `${kit}/ knows the names of hidden fields and the design system alone.`,
  })),
  {
    files: /^provider\//,
    from: "#shared/",
    except: ["portal-api/", "limits.ts", "time/"],
    message: "The provider shares only the schemas and the calendar.",
  },
  { files: /^provider\//, from: "#server/", message: "The provider shares only the schemas." },
  {
    files: /^provider\/store\/(?!.*\.test\.)/,
    from: "#provider/",
    except: ["store/"],
    message: "The store is the ground of the provider; seed.ts fills it.",
  },
];

const oneWay = {
  create(context) {
    const path = relative(import.meta.dirname, context.filename).replaceAll("\\", "/");
    const ours = directions.filter(({ files }) => files.test(path));
    const check = ({ source }) => {
      const name = String(source?.value);
      const broken = ours.find(
        ({ from, except = [] }) =>
          name.startsWith(from) && !except.some((allowed) => name.startsWith(from + allowed)),
      );
      if (broken) context.report({ node: source, message: broken.message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
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

const noDatasetPresence = {
  selector: "BinaryExpression[operator='in'][right.name='dataset']",
  message: 'Here "false" counts as true: compare the value.',
};

const ours = {
  rules: { "bounded-recursion": boundedRecursion, "newer-built-ins": newerBuiltIns, "one-way": oneWay },
};

/** What comes from outside may be long, odd or without an end (docs/adr/0026-limits-of-contents.md). */
const code = ["{app,server,shared,provider}/**/*.{ts,tsx}"];
const notCode = ["**/*.test.*", "**/testing/**"];

/** Judging all regular expressions takes long, so that's for the long run; the others judge what is new. */
const newest = process.env.LONG ? undefined : newestFiles();
const codeToSearch = newest?.filter((name) => /^(app|server|shared|provider)\/.*\.tsx?$/.test(name)) ?? code;
const redosRules = {
  files: codeToSearch,
  ignores: notCode,
  plugins: { redos },
  rules: { "redos/no-vulnerable": ["error", { ignoreErrors: false, timeout: 30_000 }] },
};

export default [
  { ignores: ["build/", "bench/template/", "node_modules/", "test-results/", "coverage/"] },
  {
    files: ["**/*.ts", "**/*.tsx"],
    plugins: { "check-file": checkFile, "import-x": importX, ours },
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // One dialect of names, so that a file tells what it is.
      "check-file/filename-naming-convention": [
        "error",
        { "**/*.{ts,tsx}": "KEBAB_CASE" },
        { ignoreMiddleExtensions: true },
      ],
      "check-file/folder-naming-convention": [
        "error",
        { "{app,server,shared,provider,tests,bench}/**/": "KEBAB_CASE" },
      ],
      "check-file/folder-match-with-fex": [
        "error",
        {
          "*.route.{ts,tsx}": "{app/areas,tests/example}/**/",
          "*.server.{ts,tsx}": "{app,shared,tests/example}/**/",
          "*.module.css": "app/**/",
        },
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
      "ours/one-way": "error",
    },
  },
  {
    // What may reach the browser; tests/http/browsers.test.ts judges all that does, with its dependencies.
    files: ["app/**/*.{ts,tsx}", "shared/*.ts"],
    ignores: [...notCode, "**/*.server.*", "app/**/*.route.ts", "app/request/**"],
    rules: { "ours/newer-built-ins": ["error", mayBeNewer] },
  },
  {
    files: code,
    ignores: notCode,
    rules: {
      "ours/bounded-recursion": "error",
      "no-restricted-syntax": ["error", ...boundedLoops, noDatasetPresence],
    },
  },
  ...(codeToSearch.length > 0 ? [redosRules] : []),
];
