import { z } from "zod";
import { integer, optionalText, textList, variable } from "#server/config-variable.ts";
import { parseRedisAddress } from "./redis-address.ts";

export const LONGEST_SESSION_HOURS = 168;

/** Where sessions are kept, what seals them, and how long they last. */
export const sessionVariables = {
  sessionSecrets: variable("SESSION_SECRET", textList.pipe(z.array(z.string().min(32)).min(1)), {
    about:
      "Keys, comma-separated, at least 32 characters each: we sign and encrypt with the first one, and accept all of them.",
    required: true,
    secret: true,
  }),
  sessionStore: variable(
    "SESSION_STORE",
    z
      .string()
      .refine(
        (value) => /^sqlite:./.test(value) || parseRedisAddress(value) !== undefined,
        "expected sqlite:<file>, redis[s]://[user:password@]host[:port], redis[s]+sentinel://…host,host/name or redis[s]+cluster://…host,host",
      ),
    {
      about:
        "`sqlite:<file>` for a single instance. For several: `redis://…`, `redis+sentinel://…/name` or `redis+cluster://…`, with `rediss` for TLS.",
      defaultValue: "sqlite:data/sessions.sqlite",
      secret: true,
    },
  ),
  redisCa: variable("REDIS_CA", optionalText, {
    about: "CA certificates (PEM) for a `rediss` address; defaults to the ones Node trusts.",
    secret: true,
  }),
  redisSentinelPassword: variable("REDIS_SENTINEL_PASSWORD", optionalText, {
    about: "The Sentinels' password (none by default); the servers' own password is part of SESSION_STORE.",
    secret: true,
  }),
  sessionIdleMinutes: variable("SESSION_IDLE_MINUTES", integer(1, 1_440), {
    about: "A session ends if no page is requested for this long.",
    defaultValue: "30",
  }),
  sessionMaxHours: variable("SESSION_MAX_HOURS", integer(1, LONGEST_SESSION_HOURS), {
    about: "A session ends this long after sign-in, even if it's in use.",
    defaultValue: "8",
  }),
};
