import type { IconName } from "#app/ui/icons/names.ts";

export interface Service {
  /** The URL segment. */
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly icon?: IconName;
  readonly subServices?: readonly Service[];
  /** Extra fields on the form, for the sub-services too. */
  readonly extraFields?: readonly ("errorcodes" | "contractItemId")[];
  /** Offered before the form: the portal's line test, or a list of checks. */
  readonly checksToTry?: "line-test" | readonly string[];
}

const checkLights = "Check the router's lights against its label or leaflet.";
const restartRouter = "Turn the router off for 30 seconds, turn it on again and give it five minutes.";

const connect: Service = {
  id: "connect",
  title: "Connect",
  icon: "cable",
  subServices: [
    { id: "calls-and-lines", title: "Calls & Lines", checksToTry: "line-test" },
    {
      id: "broadband",
      title: "Broadband",
      checksToTry: [
        checkLights,
        restartRouter,
        "Connect a computer to the router by cable. If that works, the problem is the Wi-Fi.",
        "On Wi-Fi, move closer to the router, forget the network on the device and join it again.",
        "Plug the router into the main phone socket, with a different filter if you have one.",
      ],
    },
    { id: "mobile-phone", title: "Mobile Phone" },
    {
      id: "data-and-networks",
      title: "Data & Networks",
      checksToTry: [
        checkLights,
        restartRouter,
        "Is it just one device? Try restarting it.",
        "On Wi-Fi, move closer to an access point, forget the network on the device and join it again.",
      ],
    },
  ],
};

const cloud: Service = {
  id: "cloud",
  title: "Cloud & ICT Infrastructure",
  icon: "cloud",
  extraFields: ["errorcodes"],
  subServices: [
    { id: "voice", title: "Voice" },
    { id: "network-and-infrastructure", title: "Network & Infrastructure" },
    { id: "software", title: "Software" },
  ],
};

const security: Service = {
  id: "security",
  title: "Security",
  icon: "shield-check",
  subServices: [
    { id: "security-breach", title: "Security Breach" },
    {
      id: "product-support",
      title: "Product Support",
      subServices: [
        { id: "endpoint", title: "Endpoint" },
        { id: "gateways", title: "Gateways" },
        { id: "infrastructure", title: "Infrastructure", icon: "building-2" },
      ],
    },
  ],
};

const devices: Service = {
  id: "devices",
  title: "Devices",
  icon: "monitor",
  extraFields: ["errorcodes", "contractItemId"],
  subServices: [
    { id: "tablets", title: "Tablets" },
    { id: "laptops", title: "Laptops" },
    { id: "mobile-phones", title: "Mobile Phones" },
    { id: "desktops", title: "Desktops" },
  ],
};

/** Its tickets don't have a contract, because the account covers them. */
export const accountService: Service = {
  id: "account",
  title: "Account & Billing",
  detail: "General account queries",
  icon: "receipt-text",
};

export const services: readonly Service[] = [
  {
    id: "technical",
    title: "Technical Services",
    detail: "IT support or to report a fault",
    icon: "wrench",
    subServices: [connect, cloud, security, devices],
  },
  accountService,
];

/** The services in a path such as 'technical/connect', outermost first; undefined for an unknown path. */
export function chosenServices(path: string): readonly Service[] | undefined {
  const chosen: Service[] = [];
  let offered: readonly Service[] = services;
  for (const id of path.split("/").filter((part) => part !== "")) {
    const service = offered.find((candidate) => candidate.id === id);
    if (!service) return undefined;
    chosen.push(service);
    offered = service.subServices ?? [];
  }
  return chosen;
}
