import { expect, it } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { createMetrics } from "./metrics.ts";

it("counts deviations by operation and field", async () => {
  const metrics = createMetrics();
  metrics.countDeviation("GET Invoice/Details", "items.unit");
  metrics.countDeviation("GET Invoice/Details", "items.unit");
  const port = await freePort();
  const server = await metrics.listen(port, "127.0.0.1");
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  server?.close();
  expect(text).toContain('portal_api_deviations_total{call="GET Invoice/Details",field="items.unit"} 2');
});
