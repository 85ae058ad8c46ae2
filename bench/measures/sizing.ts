import { load } from "../load.ts";
import { median, type Finding, type Measure } from "../measure.ts";
import { pages } from "../pages.ts";

const WARM_UP_REQUESTS = 1_500;
const REQUESTS = 300;
const ROUNDS = 5;

/** The processor time for a request to each page, in turns on one warm server, and the mean over all pages. */
export const sizing: Measure = async (stage, { progress }) => {
  const portal = await stage.startPortal({ upstreamAnswers: "pages" });
  const headers = { cookie: portal.cookie };
  const cpuMsOf = async (path: string, requests: number) =>
    (await load(portal.child, stage.cores, { url: portal.url + path, headers, amount: { requests } })).cpuMs;
  const paths = Object.entries(pages).filter(([, path]) => path !== pages["sign-in"]);
  for (const [, path] of paths) await cpuMsOf(path, WARM_UP_REQUESTS);
  const rounds: number[][] = [];
  while (rounds.length < ROUNDS) {
    const round: number[] = [];
    for (const [, path] of paths) round.push(await cpuMsOf(path, REQUESTS));
    rounds.push(round);
    progress(`${round.map((ms) => ms.toFixed(2)).join(", ")} ms`);
  }
  await stage.stop(portal);
  const each = paths.map(([name], index): readonly [string, number] => [
    name,
    median(rounds.map((round) => round[index] ?? NaN)),
  ]);
  const mean = each.reduce((sum, [, ms]) => sum + ms, 0) / each.length;
  return [...each, ["the mean of these pages", mean] as const].map(([name, ms]): Finding => ({
    what: `Processor time: ${name}`,
    measured: `${ms.toFixed(2)} ms, ${(1_000 / ms).toFixed(0)} a second of one core`,
    figures: rounds,
  }));
};
