import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { IPodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import type { IDeployment } from "kubernetes-models/apps/v1/Deployment";
import type { IHorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import type { IIngress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import type { IPodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import type { IConfigMap } from "kubernetes-models/v1/ConfigMap";
import type { IService } from "kubernetes-models/v1/Service";
import { afterAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import type { Variable } from "#server/config-variable.ts";
import { variables } from "#server/config-variables.ts";
import { readConfig, type Environment } from "#server/config.ts";
import { findKubectl } from "../../scripts/find-programs.ts";
import { manifestFaults, type Manifest } from "../support/manifest-faults.ts";

const kubectl = findKubectl();
if (!kubectl) process.stderr.write("No kubectl here: deploy/kubernetes is not rendered.\n");

/** The manifests that `kubectl apply -k` would send. A warning, such as of a deprecated field, fails the test. */
function render(folder: string): Manifest[] {
  const { stdout, stderr } = spawnSync(kubectl!, ["kustomize", folder], { encoding: "utf8" });
  expect(stderr).toBe("");
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

const manifests = kubectl ? render("deploy/kubernetes/overlays/example") : [];
const ofKind = <T>(kind: string) => manifests.filter((one) => one.kind === kind) as unknown as T[];
const only = <T>(kind: string): T => {
  const [first, ...more] = ofKind<T>(kind);
  expect([kind, first !== undefined, more]).toEqual([kind, true, []]);
  return first!;
};
const portalService = () => ofKind<IService>("Service").find(({ metadata }) => metadata?.name === "portal")!;
const pod = () => only<IDeployment>("Deployment").spec!.template;
const container = () => pod().spec!.containers[0]!;
const portOf = (name: string) => container().ports?.find((port) => port.name === name)?.containerPort;

/** It sets the image's own environment. */
const dockerfile = readFileSync("Dockerfile", "utf8");
const imagePort = /PORT=(\d+)/.exec(dockerfile)?.[1] ?? "";

const secretsFolder = mkdtempSync(join(tmpdir(), "demarc-kubernetes-"));
afterAll(() => rmSync(secretsFolder, { recursive: true }));

/** The environment of a pod, with its mounted secrets in a folder of this machine. */
function podEnvironment(): Environment {
  const settings = Object.entries(only<IConfigMap>("ConfigMap").data ?? {}).map(([name, value]) => {
    if (!name.endsWith("_FILE")) return [name, value];
    const file = join(secretsFolder, basename(value));
    writeFileSync(file, `Qx7~${basename(value)}-Lm29vTz-0123456789\n`);
    return [name, file];
  });
  const ofContainer = container().env?.map(({ name, value }) => [name, value]) ?? [];
  return {
    NODE_ENV: "production",
    PORT: imagePort,
    ...Object.fromEntries([...settings, ...ofContainer]),
  } as Environment;
}

describe.skipIf(!kubectl)("the manifests for Kubernetes", () => {
  it("are valid for its API, without unknown fields", async () => {
    const alerts = parse(readFileSync("deploy/prometheus/alerts.yml", "utf8")) as object;
    const rule = {
      apiVersion: "monitoring.coreos.com/v1",
      kind: "PrometheusRule",
      metadata: { name: "portal" },
    };
    const misspelt = JSON.stringify(manifests).replace("maxSurge", "maxSurges").replace(/600m/, "much");
    const all = [...manifests, { ...rule, spec: alerts }, ...(JSON.parse(misspelt) as Manifest[])];
    expect(await manifestFaults(all as Manifest[])).toEqual([
      expect.stringContaining("averageValue"),
      expect.stringContaining("'\"maxSurges\"' does not exist in type 'IRollingUpdateDeployment'"),
    ]);
  });

  it("refer to each other by the right names and labels", () => {
    const labels = pod().metadata?.labels;
    expect(container().envFrom).toEqual([
      { configMapRef: { name: only<IConfigMap>("ConfigMap").metadata?.name } },
    ]);
    const selectors = [
      only<IDeployment>("Deployment").spec?.selector.matchLabels,
      portalService().spec?.selector,
      only<IPodDisruptionBudget>("PodDisruptionBudget").spec?.selector?.matchLabels,
      only<INetworkPolicy>("NetworkPolicy").spec?.podSelector?.matchLabels,
      only<IPodMonitor>("PodMonitor").spec.selector.matchLabels,
      ...(pod().spec?.topologySpreadConstraints ?? []).map((one) => one.labelSelector?.matchLabels),
    ];
    expect(selectors).toEqual(Array.from({ length: 7 }, () => labels));
    expect(only<IHorizontalPodAutoscaler>("HorizontalPodAutoscaler").spec?.scaleTargetRef).toEqual({
      apiVersion: "apps/v1",
      kind: "Deployment",
      name: only<IDeployment>("Deployment").metadata?.name,
    });
    // With `replicas`, each apply would undo the autoscaler's number of pods.
    expect(only<IDeployment>("Deployment").spec).not.toHaveProperty("replicas");
  });

  it("agree on ports", () => {
    const { sessionStore, metricsPort, metricsHost } = readConfig(podEnvironment());
    expect(portOf("http")).toEqual(Number(imagePort));
    expect(portOf("metrics")).toEqual(metricsPort);
    expect(metricsHost).toBe("0.0.0.0");
    expect(portalService().spec?.ports).toEqual([{ name: "http", port: 80, targetPort: "http" }]);
    const { ingress, egress } = only<INetworkPolicy>("NetworkPolicy").spec!;
    expect(ingress?.map(({ from, ports }) => [from?.length, ports])).toEqual([
      [1, [{ port: "http" }]],
      [1, [{ port: "metrics" }]],
    ]);
    const redis = Number(new URL(sessionStore).port);
    const out = egress?.map(({ ports }) => ports?.map(({ port, protocol = "TCP" }) => [port, protocol]));
    expect(out).toEqual([
      [
        [53, "UDP"],
        [53, "TCP"],
      ],
      [[redis, "TCP"]],
      [[443, "TCP"]],
    ]);
    const scraped = only<IPodMonitor>("PodMonitor").spec;
    expect(scraped.podMetricsEndpoints?.map(({ port }) => port)).toEqual(["metrics"]);
    // Alerts and dashboard select the portals by this job name.
    const { scrape_configs } = parse(readFileSync("deploy/prometheus/prometheus.yml", "utf8")) as {
      scrape_configs: { job_name: string }[];
    };
    const job = pod().metadata?.labels?.[scraped.jobLabel ?? ""];
    expect(scrape_configs.map(({ job_name }) => job_name)).toEqual([job]);
  });

  it("run the container without privileges", () => {
    expect(pod().spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    });
    expect(container().securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    const { runAsUser, runAsGroup, fsGroup } = pod().spec?.securityContext ?? {};
    expect(dockerfile).toContain(`USER ${runAsUser}:${runAsGroup}\n`);
    // Otherwise the process couldn't read the secrets.
    expect(fsGroup).toBe(runAsGroup);
    expect(container().resources?.limits).toHaveProperty("memory");
  });
});

describe.skipIf(!kubectl)("the settings for Kubernetes", () => {
  it("are variables of the portal, with secrets in files of a folder that isn't in the repository", () => {
    const all: readonly Variable[] = Object.values(variables);
    const allowedNames = all.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
    const settings = only<IConfigMap>("ConfigMap").data ?? {};
    const names = [...Object.keys(settings), ...(container().env ?? []).map(({ name }) => name)];
    expect(names.filter((name) => !allowedNames.includes(name))).toEqual([]);
    // An address of Redis is a secret only with a password in it.
    expect(
      Object.keys(settings).filter((name) => all.some((one) => one.secret && one.name === name)),
    ).toEqual(["SESSION_STORE"]);
    expect(settings["SESSION_STORE"]).not.toContain("@");

    const [volume] = pod().spec?.volumes ?? [];
    const [mount] = container().volumeMounts ?? [];
    expect([mount?.name, mount?.readOnly]).toEqual([volume?.name, true]);
    const files = Object.entries(settings).filter(([name]) => name.endsWith("_FILE"));
    expect(files.map(([, file]) => dirname(file))).toEqual(files.map(() => mount?.mountPath));
    expect(ofKind("Secret")).toEqual([]);
    const runbook = readFileSync("docs/runbook.md", "utf8");
    expect(runbook).toContain(`create secret generic ${volume?.secret?.secretName} `);
    const undocumented = files.filter(([, file]) => !runbook.includes(`--from-file=${basename(file)}`));
    expect(undocumented).toEqual([]);
  });

  it("are complete for a portal with every optional part", () => {
    expect(readConfig(podEnvironment())).toMatchObject({ absent: [], secure: true, trustProxy: 1 });
  });

  it("leave time to drain, and for a blocked process to log its last requests", () => {
    const { stopGraceSeconds, stuckSeconds } = readConfig(podEnvironment());
    expect([typeof stopGraceSeconds, container().lifecycle]).toEqual(["number", undefined]);
    expect(pod().spec?.terminationGracePeriodSeconds).toBe(stopGraceSeconds);
    const { periodSeconds = 10, failureThreshold = 3 } = container().livenessProbe ?? {};
    expect(periodSeconds * failureThreshold).toBeGreaterThan(stuckSeconds);
    expect(only<IDeployment>("Deployment").spec?.strategy).toEqual({
      type: "RollingUpdate",
      rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
    });
  });
});

describe.skipIf(!kubectl)("a pod of the portal", () => {
  it("has the routes of deploy/nginx.conf in the Ingress, and no public /readyz", () => {
    const routes = ofKind<IIngress>("Ingress").flatMap(({ metadata, spec }) =>
      (spec?.rules ?? []).flatMap(({ host, http }) =>
        (http?.paths ?? []).map(({ path, pathType, backend }) => {
          const of = (name: string) => metadata?.annotations?.[`nginx.ingress.kubernetes.io/${name}`];
          const service = ofKind<IService>("Service").find(
            (one) => one.metadata?.name === backend.service?.name,
          );
          expect(service?.spec?.ports?.map(({ name }) => name)).toContain(backend.service?.port?.name);
          const proxy = { host, buffering: of("proxy-buffering"), readTimeout: of("proxy-read-timeout") };
          return [path, { ...proxy, pathType, leadsToPods: service?.spec?.selector !== undefined }] as const;
        }),
      ),
    );
    const host = new URL(readConfig(podEnvironment()).publicUrl).host;
    const live = readFileSync("deploy/nginx.conf", "utf8").split("location = /live {")[1];
    expect(Object.fromEntries(routes)).toEqual({
      "/": expect.objectContaining({ host, pathType: "Prefix", leadsToPods: true }) as object,
      "/readyz": expect.objectContaining({ host, pathType: "Exact", leadsToPods: false }) as object,
      "/live": {
        host,
        pathType: "Exact",
        leadsToPods: true,
        buffering: "off",
        readTimeout: /proxy_read_timeout (\d+)s/.exec(live ?? "")?.[1],
      },
    });
  });
});
