/** True for a prefetch or a HEAD, whose answer nobody sees, or not yet. */
export function isPrefetchOrHead({ method, headers }: Request): boolean {
  return method === "HEAD" || headers.has("sec-purpose") || headers.has("purpose") || headers.has("x-moz");
}
