/** The top of the gauge, Mbps. */
export const TOP_SPEED = 1000;

/** A speed in Mbps as it is shown: below 999 as 'N Mbps', otherwise '1 Gbps'; what is no number stands as it came. */
export function speedText(mbps: number | string): string {
  if (typeof mbps === "string") return mbps;
  return mbps < TOP_SPEED - 1 ? `${mbps} Mbps` : "1 Gbps";
}
