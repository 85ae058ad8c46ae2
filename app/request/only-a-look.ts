/** True where nobody sees the answer, or not yet: a browser's look ahead, or a HEAD. */
export function isOnlyALook({ method, headers }: Request): boolean {
  return method === "HEAD" || headers.has("sec-purpose") || headers.has("purpose") || headers.has("x-moz");
}
