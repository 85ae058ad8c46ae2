import { LostAnswer, Refusal } from "#provider/portal-api/refusal.ts";
import type { Pause } from "#provider/scenarios/typed-faults.ts";

const SLOW_MS = 29_000;

/** An address in the network operator's format. */
export interface GatewayAddress {
  readonly aLK: string;
  readonly organisationName?: string;
  readonly subBuilding?: string;
  readonly buildingName?: string;
  readonly buildingNumber?: string;
  readonly street?: string;
  readonly locality?: string;
  readonly postTown?: string;
  readonly postCode: string;
}

interface Product {
  readonly productName: string;
  readonly chessProductName: string | null;
  /** Mbps. */
  readonly downstreamSpeed: number | string | null;
  readonly upstreamSpeed: number | string | null;
}

const fttp = (down: number, up: number): Product => ({
  productName: `FTTP ${down}/${up}`,
  chessProductName: `Larkfield Fibre ${down}`,
  downstreamSpeed: down,
  upstreamSpeed: up,
});

/** The slowest first, as the network operator lists them. */
const catalogue = [fttp(40, 10), fttp(80, 20), fttp(160, 30), fttp(330, 50), fttp(550, 75), fttp(900, 115)];

/** Products at the addresses of `YO99 9AA`, by address key. */
const rareProducts: Readonly<Record<string, readonly Product[]>> = {
  NOFIBRE: [],
  ONEPRODUCT: [fttp(80, 20)],
  GIGABIT: [fttp(550, 75), fttp(998, 115), fttp(999, 115)],
  TWOGIGABIT: [fttp(900, 115), fttp(2000, 200)],
  ODDSPEEDS: [
    {
      productName: "FTTP unknown",
      chessProductName: null,
      downstreamSpeed: "up to a lot",
      upstreamSpeed: null,
    },
  ],
  HOSTILE: [
    {
      productName: "<script>alert(1)</script>",
      chessProductName: '<img src=x onerror="alert(1)">',
      downstreamSpeed: 330,
      upstreamSpeed: 50,
    },
  ],
};

const rare = (aLK: string, buildingName: string): GatewayAddress => ({
  ...{ aLK, buildingName },
  street: "Rare Street",
  postTown: "WHITBY",
  postCode: "YO99 9AA",
});

/** Addresses by invented postcode, written without its space. */
export const rareSites: Readonly<Record<string, readonly GatewayAddress[]>> = {
  YO990AA: [],
  YO991AA: [{ ...rare("ONEPRODUCT", "Only House"), postCode: "YO99 1AA" }],
  YO999AA: [
    rare("NOFIBRE", "No Fibre Yet House"),
    rare("ONEPRODUCT", "One Product House"),
    rare("GIGABIT", "Gigabit House"),
    rare("TWOGIGABIT", "Two Gigabit House"),
    rare("ODDSPEEDS", "Odd Speeds House"),
    rare("HOSTILE", "<b>Hostile</b> House"),
    rare("ERROR500", "Error House"),
    rare("SLOW", "Slow House"),
    rare("", "No Key House"),
  ],
};

/** Error codes by postcode, in place of addresses; `AMWS0000` has no description. */
export const rareStatuses: Readonly<Record<string, readonly string[]>> = {
  YO990AA: [],
  YO993AA: ["AMWS1000"],
  YO994AA: ["AMWS9999"],
  YO995AA: ["AMWS2056", "AMWS1000", "AMWS0000"],
};

/** The products at an address: none, all or only the slower ones, chosen by the digits of its key. */
export function productsAt(galk: string): readonly Product[] {
  const place = Number(/\d{1,15}$/.exec(galk)?.[0] ?? 0) % (catalogue.length + 1);
  return rareProducts[galk] ?? catalogue.slice(0, place);
}

/** Causes the fault of a postcode or an address key, if it has one (docs/scenarios.md). */
export async function meetGatewayFault(asked: string, pause: Pause): Promise<void> {
  if (asked === "YO996AA" || asked === "ERROR500")
    throw new Refusal(500, { message: "The gateway is not available (a scenario)." });
  if (asked === "YO997AA")
    throw new Refusal(401, { message: "Access denied due to invalid subscription key." });
  if (asked === "YO998AA") throw new LostAnswer();
  if (asked === "YO992AA" || asked === "SLOW") await pause(SLOW_MS);
}
