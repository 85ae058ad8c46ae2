import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import type { IDeployment } from "kubernetes-models/apps/v1/Deployment";
import type { IProbe } from "kubernetes-models/v1/Probe";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { freePort } from "#server/testing/free-port.ts";
import { findPromtool } from "../../scripts/find-programs.ts";
import { processOf } from "../support/portal-process.ts";
import { signedIn } from "../support/signed-in.ts";
import { startWorld, world } from "../support/world.ts";

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const port = await freePort();
startWorld({ environment: { METRICS_PORT: String(port) } });

const folder = "deploy/prometheus";
const { groups } = parse(readFileSync(`${folder}/alerts.yml`, "utf8")) as Rules;
const alerts = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(readFileSync("deploy/grafana/portal.json", "utf8")) as Dashboard;
/** The dashboard's queries, with values for Grafana's variables. */
const dashboardQueries = panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({
    title,
    expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"),
  })),
);

const promtool = findPromtool();
const run = (...args: string[]) => execFileSync(promtool!, args, { cwd: folder, encoding: "utf8" });

describe.skipIf(!promtool)("promtool", () => {
  it("raises each alert for its fault only", () => {
    expect(run("test", "rules", "alerts.test.yml")).toContain("SUCCESS");
    const tested = readFileSync(`${folder}/alerts.test.yml`, "utf8");
    const untested = alerts.filter(({ alert }) => !new RegExp(`alertname: ${alert}\\n`).test(tested));
    expect(untested).toEqual([]);
  });

  it("accepts the settings of Prometheus", () => {
    expect(run("check", "config", "prometheus.yml")).toContain("SUCCESS");
  });

  it("accepts each query of the dashboard", () => {
    const scratch = mkdtempSync(join(tmpdir(), "demarc-rules-"));
    const rules = dashboardQueries.map(({ expr }, index) => ({ record: `panel:${index}`, expr }));
    writeFileSync(join(scratch, "rules.yml"), stringify({ groups: [{ name: "dashboard", rules }] }));
    expect(run("check", "rules", join(scratch, "rules.yml"))).toContain(`${rules.length} rules found`);
    rmSync(scratch, { recursive: true });
  });
});

interface MetricUse {
  readonly name: string;
  readonly labels: readonly string[];
}

/** The metrics of a query, each with the labels that select it. */
function metricsOf(expr: string): MetricUse[] {
  const metrics: MetricUse[] = [];
  parser.parse(expr).iterate({
    enter({ name, node }) {
      if (name !== "VectorSelector") return;
      const textOf = (part: { from: number; to: number } | null) =>
        expr.slice(part?.from ?? 0, part?.to ?? 0);
      const matchers = node.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? [];
      const labels = matchers.map((matcher) => textOf(matcher.getChild("LabelName")));
      metrics.push({ name: textOf(node.getChild("Identifier")), labels });
    },
  });
  return metrics;
}

it("the portal has every metric and label of the alerts and the dashboard", async () => {
  await signedIn(world, "anna", "1001");
  const exposed = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const byScraper = ["job", "instance"];
  const isExposed = ({ name, labels }: MetricUse) => {
    const family = name.replace(/_(bucket|count|sum)$/, "");
    const series = exposed.split("\n").filter((line) => line.startsWith(name));
    // A metric without values so far has no series, and shows no labels.
    const has = (label: string) => series.length === 0 || series.some((line) => line.includes(`${label}="`));
    return (
      exposed.includes(`# TYPE ${family} `) &&
      labels.every((label) => byScraper.includes(label) || has(label))
    );
  };
  const uses = [...alerts, ...dashboardQueries]
    .flatMap(({ expr }) => metricsOf(expr))
    .filter(({ name }) => name !== "up");
  expect(uses.length).toBeGreaterThan(dashboardQueries.length);
  expect(uses.filter((one) => !isExposed(one))).toEqual([]);
});

it("the portal answers the probes by the address of a pod", async () => {
  const { spec } = parse(readFileSync("deploy/kubernetes/base/deployment.yaml", "utf8")) as IDeployment;
  const { startupProbe, readinessProbe, livenessProbe } = spec!.template.spec!.containers[0]!;
  const ask = async (probe: IProbe | undefined) => {
    expect(probe?.httpGet?.port).toBe("http");
    const url = `http://127.0.0.1:${processOf(world.portal).port}${probe?.httpGet?.path}`;
    const { statusCode, body } = await request(url, { headers: { host: "10.1.2.3:3000" } });
    return [statusCode, await body.text()];
  };
  expect(await Promise.all([startupProbe, readinessProbe, livenessProbe].map(ask))).toEqual([
    [200, "ok\n"],
    [200, "ready\n"],
    [200, "ok\n"],
  ]);
});
