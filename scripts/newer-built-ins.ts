import bcd, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from "@mdn/browser-compat-data" with { type: "json" };
import browserslist from "browserslist";
import type { Rule, Scope } from "eslint";

const namesInData = {
  chrome: "chrome",
  edge: "edge",
  samsung: "samsunginternet_android",
  opera: "opera",
  firefox: "firefox",
  safari: "safari",
  ios_saf: "safari_ios",
} as const;
type Versions = ReadonlyMap<string, number>;

/** The oldest version of each browser in .browserslistrc. Of Android's own browsers, it only lists the newest. */
export const oldestBrowsers: Versions = browserslist()
  .map((entry) => entry.split(" ") as [string, string])
  .filter(([name]) => name in namesInData)
  .reduce(
    (all, [name, version]) => all.set(name, Math.min(all.get(name) ?? Infinity, parseFloat(version))),
    new Map<string, number>(),
  );
/** Any version at all. */
const newestBrowsers: Versions = new Map([...oldestBrowsers.keys()].map((name) => [name, Infinity]));

const isWhole = ({ flags, prefix, alternative_name, partial_implementation }: SimpleSupportStatement) =>
  !flags && !prefix && !alternative_name && !partial_implementation;

const isIn = (versions: Versions, { support }: CompatStatement) =>
  [...versions].every(([name, version]) => {
    const statements = [support[namesInData[name as keyof typeof namesInData]] ?? []].flat();
    const since = statements.find(isWhole)?.version_added;
    return typeof since === "string" && parseFloat(since.replace("≤", "")) <= version;
  });

const newGlobals = new Set<string>();
/** Such as `Map.groupBy`. */
const newStatics = new Set<string>();
/** Names of members that no older object has. */
const newMembers = new Set<string>();
const oldMembers = new Set<string>();

const { builtins } = bcd.javascript as Record<string, Record<string, Identifier>>;
const objects = [...Object.entries(builtins!), ...Object.entries(bcd.api as Record<string, Identifier>)];
for (const [name, { __compat, ...members }] of objects) {
  const isNew = __compat && !isIn(oldestBrowsers, __compat);
  if (isNew) newGlobals.add(name);
  for (const [key, { __compat: compat }] of Object.entries(members as Record<string, Identifier>)) {
    const member = key.replace(/_(static|event)$/, "");
    if (!compat) continue;
    if (isIn(oldestBrowsers, compat)) oldMembers.add(member);
    else {
      newStatics.add(`${name}.${member}`);
      if (name === "Window") newGlobals.add(member);
      // A newer object's members can't be reached without that object, and nobody uses what some engine lacks.
      if (!isNew && isIn(newestBrowsers, compat)) newMembers.add(member);
    }
  }
}
for (const member of oldMembers) newMembers.delete(member);

const syntax = new Set(["look-behind"]);

type Reference = Scope.Reference & { readonly isTypeReference?: boolean };

/** Globals that a script uses without declaring them. */
function globalsOf({ through, variables }: Scope.Scope): readonly Reference[] {
  const undeclared = variables.filter(({ defs }) => defs.length === 0);
  return [...through, ...undeclared.flatMap(({ references }) => references)];
}

/**
 * Lint rule: refuses built-ins that the oldest browsers lack, such as `structuredClone`, `Map.groupBy` or
 * `.ariaDisabled`, and look-behind. The option lists exceptions. It only knows members by their names, so a field of
 * ours with the same name needs an exception.
 */
export const newerBuiltIns: Rule.RuleModule = {
  meta: { schema: [{ type: "array", items: { type: "string" } }] },
  create({ options, sourceCode, report }) {
    const allowed = new Set(options[0] as readonly string[]);
    const judge = (node: object, name: string, names: ReadonlySet<string>, shown = name) => {
      if (names.has(name) && !allowed.has(shown))
        report({ node: node as Rule.Node, message: `Some browsers in .browserslistrc don't have ${shown}` });
    };
    return {
      "Program:exit"() {
        for (const { identifier, isTypeReference } of globalsOf(sourceCode.scopeManager.globalScope!))
          if (!isTypeReference) judge(identifier, identifier.name, newGlobals);
      },
      MemberExpression({ object, property, computed, parent }) {
        const isAskedFor = parent.type === "CallExpression" && parent.optional;
        if (computed || property.type !== "Identifier" || isAskedFor) return;
        if (object.type === "Identifier") judge(property, `${object.name}.${property.name}`, newStatics);
        judge(property, property.name, newMembers, `.${property.name}`);
      },
      "ObjectPattern > Property > Identifier.key"(key: { readonly name: string }) {
        judge(key, key.name, newMembers, `.${key.name}`);
      },
      "Literal[regex.pattern=/\\(\\?<[=!]/]": (node: object) => judge(node, "look-behind", syntax),
    };
  },
};

/** What our code can use: it checks first whether there are notifications, and the rest are our own fields. */
export const mayBeNewer = [
  ...["Notification", "Notification.permission", "Notification.requestPermission", ".permissions"],
  ...[".address", ".check", ".component", ".difference", ".navigate", ".priority", ".role", ".toArray"],
];
