import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

test("an empty environment is a demo on the loopback interface", () => {
  expect(readConfig({ PROVIDER_URL: "" })).toMatchObject({
    port: 3001,
    host: "127.0.0.1",
    url: undefined,
    data: "data/provider.sqlite",
    portalUrl: "http://localhost:3000",
  });
});

test("names all faulty variables in one error, without their values", () => {
  const read = () => readConfig({ PROVIDER_PORT: "secret-port", PORTAL_URL: "javascript:secret" });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/PROVIDER_PORT[^]*PORTAL_URL/);
  expect(read).not.toThrow(/secret-port|javascript/);
});
