import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signedInAtTenant, worldWithTenant, type StrictTenant } from "./strict-tenant.ts";
import type { Visitor } from "../support/visitor.ts";
import type { World } from "../support/world.ts";

const ROUNDS = 8;

let tenant: StrictTenant;
let world: World;
beforeAll(async () => {
  ({ tenant, world } = await worldWithTenant("openid profile email"));
});
afterAll(async () => {
  await world.close();
  await tenant.close();
});

describe("refresh tokens for one use", () => {
  /** Opens ten pages at once; returns their statuses. */
  const openTen = (visitor: Visitor) =>
    Promise.all(Array.from({ length: 10 }, async () => (await visitor.get("/dashboard")).status));

  it("renew token after token, each due for renewal when it comes, for ten pages at a time", async () => {
    tenant.tokenSeconds = 20;
    const visitor = await signedInAtTenant(world);
    for (let round = 0; round < ROUNDS; round += 1)
      expect(await openTen(visitor)).toEqual(Array(10).fill(200));
    expect(tenant.grants).toMatchObject({ refused: [], revoked: 0 });
    expect(tenant.grants.renewed).toBeGreaterThanOrEqual(ROUNDS);
  });

  it("renew tokens that have run out", async () => {
    tenant.tokenSeconds = 2;
    const visitor = await signedInAtTenant(world);
    for (let round = 0; round < 3; round += 1) {
      const before = tenant.grants.renewed;
      const [, calls] = await world.api.record(() => visitor.get("/dashboard"));
      const token = String(calls[0]?.headers["authorization"]).slice("Bearer ".length);
      const end = Number(decodeJwt(token).exp) * 1_000;
      await expect.poll(() => Date.now() > end, { timeout: 10_000 }).toBe(true);
      expect(await openTen(visitor)).toEqual(Array(10).fill(200));
      expect(tenant.grants.renewed).toBeGreaterThan(before);
    }
    expect(tenant.grants).toMatchObject({ refused: [], revoked: 0 });
  });
});
