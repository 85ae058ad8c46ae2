/** The end of the gauge's scale, in Mbps. */
export const TOP_SPEED = 1000;

/** Shows a speed in Mbps as 'N Mbps', from 999 as '1 Gbps', and above 1000 as '1.8 Gbps'. A text from the API is returned unchanged. */
export function speedText(mbps: number | string): string {
  if (typeof mbps === "string") return mbps;
  return mbps < TOP_SPEED - 1 ? `${mbps} Mbps` : `${Math.max(mbps, TOP_SPEED) / TOP_SPEED} Gbps`;
}
