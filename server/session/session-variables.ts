import { z } from "zod";
import { integer, optionalText, secret, variable } from "#server/config-variable.ts";
import { parseRedisAddress } from "./redis-address.ts";

export const LONGEST_SESSION_HOURS = 168;

/** Where sessions are kept, what seals them, and how long they last. */
export const sessionVariables = {
  sessionSecrets: variable(
    "SESSION_SECRET",
    z
      .string()
      .transform((value) => value.split(",").map((part) => part.trim()))
      .pipe(z.array(z.string().min(32)).min(1)),
    "Key ring, comma-separated, each at least 32 characters: the first signs and seals, all are accepted.",
    secret,
  ),
  sessionStore: variable(
    "SESSION_STORE",
    z
      .string()
      .refine(
        (value) => /^sqlite:./.test(value) || parseRedisAddress(value) !== undefined,
        "expected sqlite:<file>, redis[s]://[user:password@]host[:port], redis[s]+sentinel://…host,host/name or redis[s]+cluster://…host,host",
      ),
    "`sqlite:<file>` for one instance; for several `redis://…`, `redis+sentinel://…/name` or `redis+cluster://…`, `rediss` for TLS.",
    { fallback: "sqlite:data/sessions.sqlite", secret: true },
  ),
  redisCa: variable(
    "REDIS_CA",
    optionalText,
    "Certificates (PEM) of the authorities that sign the certificate of a `rediss` address; default: those that Node trusts.",
    { secret: true },
  ),
  redisSentinelPassword: variable(
    "REDIS_SENTINEL_PASSWORD",
    optionalText,
    "Password of the Sentinels, default none; the servers' own password is part of SESSION_STORE.",
    { secret: true },
  ),
  sessionIdleMinutes: variable(
    "SESSION_IDLE_MINUTES",
    integer(1, 1_440),
    "A session ends after this long without a page.",
    { fallback: "30" },
  ),
  sessionMaxHours: variable(
    "SESSION_MAX_HOURS",
    integer(1, LONGEST_SESSION_HOURS),
    "A session ends this long after sign-in, whatever happens.",
    { fallback: "8" },
  ),
};
