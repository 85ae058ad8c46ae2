/** The end of the gauge's scale. */
export const GAUGE_MAX_MBPS = 1000;
const MBPS_PER_GBPS = 1000;
/** The specification shows 999 and more as 1 Gbps. */
const SHOWN_AS_1_GBPS = 999;

/** '998 Mbps', '1 Gbps' for 999 and 1000, '1.8 Gbps' for 1800. A text from the API is returned unchanged. */
export function speedText(mbps: number | string): string {
  if (typeof mbps === "string") return mbps;
  return mbps < SHOWN_AS_1_GBPS ? `${mbps} Mbps` : `${Math.max(mbps, MBPS_PER_GBPS) / MBPS_PER_GBPS} Gbps`;
}
