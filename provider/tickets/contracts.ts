import demo from "./contracts.json" with { type: "json" };

interface Contract {
  readonly contractId: number;
  readonly formattedContractDetails: string;
}

interface Device {
  readonly itemId: number;
  readonly formattedDeviceDetails: string;
}

/** The contract id for tickets about the account and its bills, which don't need a contract. */
export const accountCover = 1;

const contracts: Readonly<Record<string, readonly Contract[]>> = demo.contracts;

const devices: Readonly<Record<string, readonly Device[]>> = demo.devices;

/** The contracts that may cover an account's tickets. */
export function contractsOf(clientId: string): readonly Contract[] {
  return contracts[clientId] ?? [];
}

/** The devices that the provider looks after for an account. */
export function devicesOf(clientId: string): readonly Device[] {
  return devices[clientId] ?? [];
}
