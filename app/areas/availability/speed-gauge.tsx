import styles from "./availability.module.css";
import { GAUGE_MAX_MBPS, speedText } from "./speed.ts";

/** A half circle around (100, 100) with a radius of 84. */
const ARC = "M 16 100 A 84 84 0 0 1 184 100";

export function SpeedGauge({ mbps }: { mbps: number }) {
  const shownMbps = Math.min(mbps, GAUGE_MAX_MBPS);
  const speed = speedText(mbps);
  return (
    <div className={styles.gauge}>
      <svg viewBox="0 0 200 124" aria-hidden="true" className={styles.dial}>
        <path d={ARC} className={styles.track} />
        <path
          d={ARC}
          className={styles.speed}
          pathLength={GAUGE_MAX_MBPS}
          strokeDasharray={`${shownMbps} ${GAUGE_MAX_MBPS}`}
        />
        <text x="16" y="121">
          0
        </text>
        <text x="184" y="121">
          {GAUGE_MAX_MBPS}
        </text>
        <text x="100" y="94" className={styles.figure}>
          {speed}
        </text>
      </svg>
      <p>
        Download up to <strong className={styles.speedText}>{speed}</strong>
      </p>
    </div>
  );
}
