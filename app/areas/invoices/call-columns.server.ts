import { cellsOf } from "#app/files/csv-lines.server.ts";
import { memoise } from "#shared/memoise.ts";
import { londonHour } from "#shared/time/moment.ts";

/** Known headings by meaning, compared without case, spaces and punctuation: 'durations' is 'Duration (s)', 'costp' is 'Cost (p)'. */
const HEADINGS = {
  start: ["date", "calldate", "datetime", "start", "starttime", "startedat"],
  time: ["time", "calltime"],
  from: ["from", "cli", "callingnumber", "callernumber", "originnumber"],
  to: ["to", "callednumber", "diallednumber", "dialednumber", "destinationnumber"],
  kind: ["destination", "calltype", "callclass", "type", "kind"],
  duration: ["duration", "durations", "durationsec", "durationseconds", "seconds"],
  pounds: ["cost", "costgbp", "charge", "chargegbp", "price", "pricegbp"],
  pence: ["costp", "costpence", "chargep", "chargepence", "pricep", "pricepence"],
} as const;
type ColumnName = keyof typeof HEADINGS;

export type CallColumns = NonNullable<ReturnType<typeof parseHeadings>>;

/** One call. A field is undefined if the file has no column for it. */
export interface Call {
  readonly from: string;
  readonly to: string | undefined;
  readonly kind: string | undefined;
  readonly seconds: number | undefined;
  /** Millionths of a pound, because a call may cost less than a penny. */
  readonly microPounds: number;
  /** The hour in London, 0 to 23. */
  readonly hour: number | undefined;
  /** As written in the file: '05/11/2026 09:31'. */
  readonly start: string | undefined;
}

/** Finds the columns' positions in a line of headings; undefined if there's none for the caller's number or the cost. */
export function parseHeadings(line: string) {
  const count = (sign: string) => line.split(sign).length;
  const delimiter = [",", ";", "\t"].reduce((most, sign) => (count(sign) > count(most) ? sign : most));
  const headings =
    cellsOf(line, delimiter)?.map((heading) => heading.toLowerCase().replace(/[^a-z0-9]/g, "")) ?? [];
  const columnIndexes: Partial<Record<ColumnName, number>> = {};
  for (const [name, knownHeadings] of Object.entries(HEADINGS) as [ColumnName, readonly string[]][]) {
    const index = headings.findIndex((heading) => knownHeadings.includes(heading));
    if (index >= 0) columnIndexes[name] = index;
  }
  const hasRequired =
    columnIndexes.from !== undefined && (columnIndexes.pounds ?? columnIndexes.pence) !== undefined;
  return hasRequired ? { delimiter, columnCount: headings.length, columnIndexes } : undefined;
}

/** Parses a row; undefined if it has too many or too few cells, or an unreadable one. */
export function parseCall(
  line: string,
  { delimiter, columnCount, columnIndexes }: CallColumns,
): Call | undefined {
  const cells = cellsOf(line, delimiter);
  if (cells?.length !== columnCount) return undefined;
  const cell = (name: ColumnName) => cells[columnIndexes[name] ?? -1]?.trim();
  const [from = "", pounds, duration] = [cell("from"), cell("pounds"), cell("duration")];
  const microPounds =
    pounds === undefined ? parseMicroPounds(cell("pence") ?? "", 4) : parseMicroPounds(pounds, 6);
  const seconds = duration === undefined ? undefined : parseSeconds(duration);
  const startCells = [cell("start"), cell("time")].filter((text) => text !== undefined);
  const start = startCells.join(" ") || undefined;
  const hour = start === undefined ? undefined : londonHourOf(start);
  const hasUnreadableCell =
    (duration !== undefined && seconds === undefined) || (startCells.length > 0 && hour === undefined);
  if (from === "" || microPounds === undefined || hasUnreadableCell) return undefined;
  return { from, to: cell("to"), kind: cell("kind"), seconds, microPounds, hour, start };
}

const AMOUNT = /^(?<sign>-?)£?(?<whole>\d{1,9})(?:\.(?<fraction>\d{0,12}))?$/;

/** Parses pounds (6 `fractionDigits`) or pence (4) into whole millionths of a pound, which add up without rounding errors. */
function parseMicroPounds(text: string, fractionDigits: number): number | undefined {
  const { sign, whole = "", fraction = "" } = AMOUNT.exec(text.replaceAll(",", ""))?.groups ?? {};
  if (sign === undefined) return undefined;
  const microPounds = Number(whole + fraction.slice(0, fractionDigits).padEnd(fractionDigits, "0"));
  return sign && microPounds ? -microPounds : microPounds;
}

/** Reads '95', '95.5', '1:35' or '00:01:35'. */
function parseSeconds(text: string): number | undefined {
  if (/^\d{1,7}(\.\d{0,9})?$/.test(text)) return Math.round(Number(text));
  const [, hours = "0", minutes, seconds] = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/.exec(text) ?? [];
  return minutes === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const START =
  /^(?:(?<iso>\d{4}-\d\d-\d\d)|(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4}))[ T](?<hour>[01]\d|2[0-3])(?<rest>:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(?<zone>Z|[+-]\d\d:\d\d)?$/;

/** A call's start in ISO 8601, from '2026-11-05 09:31:05' or '05/11/2026 09:31', with or without a time zone; otherwise undefined. */
export function parseStart(text: string): string | undefined {
  const parts = START.exec(text)?.groups;
  if (!parts) return undefined;
  const { iso, year, month, day, hour = "", rest = "", zone = "" } = parts;
  return `${iso ?? `${year}-${month}-${day}`}T${hour}${rest}${zone}`;
}

function londonHourOf(text: string): number | undefined {
  const iso = parseStart(text);
  if (iso === undefined) return undefined;
  // Without a time zone it's London time.
  if (!/[Z+]|-\d\d:\d\d$/.test(iso)) return Number(iso.slice(11, 13));
  const moment = Date.parse(iso);
  return Number.isNaN(moment) ? undefined : hourInLondon(Math.floor(moment / HOUR_MS));
}

const HOUR_MS = 3_600_000;
/** Cached, because formatting takes longer than the rest of a row, and a month has only 744 hours. */
const hourInLondon = memoise((hour: number) => londonHour(new Date(hour * HOUR_MS)));
