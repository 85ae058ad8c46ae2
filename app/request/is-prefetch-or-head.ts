/** True for a prefetch or a HEAD request, whose answer nobody may ever see. */
export function isPrefetchOrHead({ method, headers }: Request): boolean {
  return method === "HEAD" || headers.has("sec-purpose") || headers.has("purpose") || headers.has("x-moz");
}
