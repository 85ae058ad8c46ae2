import { LostAnswer, Refusal } from "#provider/portal-api/refusal.ts";
import { SLOW_MS, type Pause } from "#provider/scenarios/named-faults.ts";

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
  /** In Mbps. */
  readonly downstreamSpeed: number | string | null;
  readonly upstreamSpeed: number | string | null;
}

const fttp = (down: number, up: number): Product => ({
  productName: `FTTP ${down}/${up}`,
  chessProductName: `Larkfield Fibre ${down}`,
  downstreamSpeed: down,
  upstreamSpeed: up,
});

/** Slowest first, as the network operator lists them. */
const catalogue = [fttp(40, 10), fttp(80, 20), fttp(160, 30), fttp(330, 50), fttp(550, 75), fttp(900, 115)];

/** Products at the addresses in `YO99 9AA`, by address key. */
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

const rareAddress = (aLK: string, buildingName: string): GatewayAddress => ({
  aLK,
  buildingName,
  street: "Rare Street",
  postTown: "WHITBY",
  postCode: "YO99 9AA",
});

/** Addresses by invented postcode, written without its space. */
export const rareAddresses: Readonly<Record<string, readonly GatewayAddress[]>> = {
  YO990AA: [],
  YO991AA: [{ ...rareAddress("ONEPRODUCT", "Only House"), postCode: "YO99 1AA" }],
  YO999AA: [
    rareAddress("NOFIBRE", "No Fibre Yet House"),
    rareAddress("ONEPRODUCT", "One Product House"),
    rareAddress("GIGABIT", "Gigabit House"),
    rareAddress("TWOGIGABIT", "Two Gigabit House"),
    rareAddress("ODDSPEEDS", "Odd Speeds House"),
    rareAddress("HOSTILE", "<b>Hostile</b> House"),
    rareAddress("ERROR500", "Error House"),
    rareAddress("SLOW", "Slow House"),
    rareAddress("", "No Key House"),
  ],
};

/** Error codes by postcode, instead of addresses; `AMWS0000` has no description. */
export const rareErrorCodes: Readonly<Record<string, readonly string[]>> = {
  YO990AA: [],
  YO993AA: ["AMWS1000"],
  YO994AA: ["AMWS9999"],
  YO995AA: ["AMWS2056", "AMWS1000", "AMWS0000"],
};

/** The products at an address: none, all or only the slower ones, depending on the digits in its key. */
export function productsAt(galk: string): readonly Product[] {
  const productCount = Number(/\d{1,15}$/.exec(galk)?.[0] ?? 0) % (catalogue.length + 1);
  return rareProducts[galk] ?? catalogue.slice(0, productCount);
}

/** Causes the fault for a postcode or an address key, if it has one (docs/scenarios.md). */
export async function causeGatewayFault(postCodeOrKey: string, pause: Pause): Promise<void> {
  if (postCodeOrKey === "YO996AA" || postCodeOrKey === "ERROR500")
    throw new Refusal(500, { message: "The gateway isn't available. (This is a demo scenario.)" });
  if (postCodeOrKey === "YO997AA")
    throw new Refusal(401, { message: "Access denied due to invalid subscription key." });
  if (postCodeOrKey === "YO998AA") throw new LostAnswer();
  if (postCodeOrKey === "YO992AA" || postCodeOrKey === "SLOW") await pause(SLOW_MS);
}
