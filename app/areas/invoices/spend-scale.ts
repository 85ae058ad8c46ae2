/** Times the next lower month, from which on a month would make the others unreadable. */
const OUTLIER = 3;
/** Of the months, how many may be cut at most: where more stand out, none does. */
const FEW = 1 / 4;
/** So much higher than the highest whole bar is a cut one, in parts of that. */
const ABOVE = 1.35;

/** How many pounds the highest bar stands for; a month of more than `whole` has its bar cut there, visibly. */
export interface SpendScale {
  readonly top: number;
  readonly whole: number;
}

/** Linear over all months but a few that would press the others flat. */
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
