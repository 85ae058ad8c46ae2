/** The end of the gauge's scale. */
export const GAUGE_MAX_MBPS = 1000;
const MBPS_PER_GBPS = 1000;

/** Shows a speed in Mbps as 'N Mbps', from 999 as '1 Gbps', and above 1000 as '1.8 Gbps'. A text from the API is returned unchanged. */
export function speedText(mbps: number | string): string {
  if (typeof mbps === "string") return mbps;
  return mbps < MBPS_PER_GBPS - 1 ? `${mbps} Mbps` : `${Math.max(mbps, MBPS_PER_GBPS) / MBPS_PER_GBPS} Gbps`;
}
