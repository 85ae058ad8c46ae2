/** A month this many times higher than the next would make the others unreadable, so its bar is cut. */
const OUTLIER = 3;
/** At most this share of the months is cut. */
const FEW = 1 / 4;
/** Height of a cut bar, relative to the highest whole one. */
const ABOVE = 1.35;

/** Pounds: `top` is the highest bar's height, `whole` the most that is drawn without a cut. */
export interface SpendScale {
  readonly top: number;
  readonly whole: number;
}

/** A linear scale over all months but the few that are cut. */
export function spendScale(pounds: readonly number[]): SpendScale {
  const falling = pounds.filter((one) => one > 0).sort((a, b) => b - a);
  const most = Math.floor(falling.length * FEW);
  for (let cut = most; cut > 0; cut -= 1) {
    const whole = falling[cut] ?? 0;
    if (whole > 0 && (falling[cut - 1] ?? 0) > OUTLIER * whole) return { top: whole * ABOVE, whole };
  }
  const top = falling[0] ?? 0;
  return { top, whole: top };
}
