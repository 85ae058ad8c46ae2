import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { people } from "#provider/data/people.ts";
import { claimFaults, Directory } from "./logins.ts";
import { Browser } from "./testing/browser.ts";
import { Harness } from "./testing/harness.ts";

let clock = new Date();
const harness = new Harness();
beforeAll(() => harness.start({ now: () => clock, tokenSeconds: 90 }));
afterAll(() => harness.stop());

const verify = (jwt: string) => harness.identity?.verifyToken(jwt);

describe("verifyToken", () => {
  it("accepts a token until its configured expiry, not after", async () => {
    const { body } = await harness.tokens(new Browser(), "customer");
    const { exp = 0, iat = 0 } = decodeJwt(body.id_token);
    expect(exp - iat).toBe(90);
    expect(await verify(body.id_token)).toMatchObject({ sub: "2001" });
    clock = new Date((exp + 1) * 1000);
    expect(await verify(body.id_token)).toBeNull();
    clock = new Date();
  });

  it("refuses forged, altered and meaningless tokens", async () => {
    const { body } = await harness.tokens(new Browser(), "customer");
    const [head = "", , signature = ""] = body.id_token.split(".");
    const claims = decodeJwt(body.id_token);
    const alteredPayload = Buffer.from(JSON.stringify({ ...claims, roles: ["1001-Orders"] })).toString(
      "base64url",
    );
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const kid = (await exportJWK(privateKey)).n?.slice(0, 8) ?? "";
    const signedByAnotherKey = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid })
      .sign(privateKey);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${alteredPayload}.`;
    const forged = [
      `${head}.${alteredPayload}.${signature}`,
      signedByAnotherKey,
      unsigned,
      "",
      "a.b.c",
      body.access_token,
    ];
    expect(await Promise.all(forged.map(verify))).toEqual(forged.map(() => null));
    expect(await verify(body.id_token)).not.toBeNull();
  });

  it("refuses a token that names another issuer than the tenant that signed it", async () => {
    const { body } = await harness.tokens(new Browser(), "customer");
    const row = harness.store.prepare("SELECT keys FROM identity_keys WHERE tenant = 'customer'").get();
    const { signing } = JSON.parse(String(row?.keys)) as { signing: JWK };
    const sign = async (changes: JWTPayload) =>
      new SignJWT({ ...decodeJwt(body.id_token), ...changes })
        .setProtectedHeader({ alg: "RS256", kid: signing.kid ?? "" })
        .sign(await importJWK(signing, "RS256"));
    const employee = { iss: `${harness.url}/employee`, aud: "demarc-portal-employee" };
    expect(await verify(await sign({}))).not.toBeNull();
    expect(await verify(await sign(employee))).toBeNull();
    expect(await verify(await sign({ iss: "http://elsewhere.example" }))).toBeNull();
  });
});

describe("tokens with a fault on demand", () => {
  const expected = {
    "no-roles": (claims) => expect(claims).not.toHaveProperty("roles"),
    "no-accounts": (claims) => expect(claims).not.toHaveProperty("accounts"),
    "bad-user-type": (claims) => expect(claims.userType).not.toMatch(/customer|employee/),
    "wrong-nonce": (claims) => expect(claims.nonce).not.toBe("the-nonce"),
    "wrong-audience": (claims) => expect(claims.aud).not.toBe("demarc-portal"),
    expired: (claims) => expect(Number(claims.exp)).toBeLessThan(Date.now() / 1000),
  } satisfies Record<(typeof claimFaults)[number], (claims: Record<string, unknown>) => void>;

  it.each(claimFaults)("claims-%s@demo.example gets a token with this fault", async (fault) => {
    const { status, body } = await harness.tokens(new Browser(), "customer", `claims-${fault}@demo.example`);
    expect(status).toBe(200);
    expected[fault](decodeJwt(body.id_token));
    const refused = fault === "wrong-audience" || fault === "expired";
    expect((await verify(body.id_token)) === null).toBe(refused);
  });
});

describe("the directory", () => {
  const directory = new Directory(people);

  it("gives someone without roles the accounts of their colleagues", () => {
    const nora = directory.findByEmail("customer", " Nora.Quinn@harbourpine.example ");
    expect(nora).toBeDefined();
    if (nora) {
      expect(directory.claimsOf("customer", nora)).toMatchObject({ roles: [], accounts: ["1001", "1002"] });
    }
  });

  it("finds no account for an unknown fault", () => {
    expect(directory.findByEmail("customer", "claims-nonsense@demo.example")).toBeUndefined();
  });
});
