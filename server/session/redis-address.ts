const ADDRESS =
  /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<login>[^@/]*)@)?(?<hosts>[^@/?#]+)(?:\/(?<path>[^/?#]*))?$/;
const HOST = /^(?<host>\[[0-9a-f:]+\]|[^:[\]\s]+)(?::(?<port>\d{1,5}))?$/i;

/**
 * Parses `redis://host`, `redis+sentinel://host,host/name` or `redis+cluster://host,host`, each with an optional
 * `user:password@` before the hosts and a port after each; `rediss` means TLS. `path` is the name by which Sentinels
 * know the servers, or a single server's database number. Undefined for anything else.
 */
export function parseRedisAddress(url: string) {
  const { tls, kind, login = "", hosts = "", path = "" } = ADDRESS.exec(url)?.groups ?? {};
  if (tls === undefined) return undefined;
  const nodes = hosts.split(",").map((text) => {
    const { host, port = kind === "sentinel" ? "26379" : "6379" } = HOST.exec(text)?.groups ?? {};
    return { host: host?.replace(/^\[|\]$/g, "") ?? "", port: Number(port) };
  });
  const isPathValid =
    kind === "sentinel" ? path !== "" : kind === "cluster" ? path === "" : /^\d{0,4}$/.test(path);
  if (!isPathValid || (kind === undefined && nodes.length > 1)) return undefined;
  if (nodes.some(({ host, port }) => host === "" || port < 1 || port > 65_535)) return undefined;
  const credentials = parseLogin(login);
  return credentials && { kind, isTls: tls === "s", nodes, path, ...credentials };
}

/** The user and password; undefined if the percent-encoding is malformed. */
function parseLogin(text: string): { username?: string; password?: string } | undefined {
  const [user = "", ...rest] = text.split(":");
  try {
    const [username, password] = [user, rest.join(":")].map(decodeURIComponent);
    return { ...(username && { username }), ...(password && { password }) };
  } catch {
    return undefined;
  }
}
