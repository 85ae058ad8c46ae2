import styles from "./availability.module.css";
import { speedText, TOP_SPEED } from "./speed.ts";

const ARC = "M 16 100 A 84 84 0 0 1 184 100";

export function SpeedGauge({ mbps }: { mbps: number }) {
  const shownMbps = Math.min(mbps, TOP_SPEED);
  const speed = speedText(mbps);
  return (
    <div className={styles.gauge}>
      <svg viewBox="0 0 200 124" aria-hidden="true" className={styles.dial}>
        <path d={ARC} className={styles.track} />
        <path
          d={ARC}
          className={styles.speed}
          pathLength={TOP_SPEED}
          strokeDasharray={`${shownMbps} ${TOP_SPEED}`}
        />
        <text x="16" y="121">
          0
        </text>
        <text x="184" y="121">
          {TOP_SPEED}
        </text>
        <text x="100" y="94" className={styles.figure}>
          {speed}
        </text>
      </svg>
      <p>
        Download up to <strong className={styles.words}>{speed}</strong>
      </p>
    </div>
  );
}
