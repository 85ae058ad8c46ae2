import { clientIds } from "#provider/data/people.ts";

interface Contract {
  readonly contractId: number;
  readonly formattedContractDetails: string;
}

interface Device {
  readonly itemId: number;
  readonly formattedDeviceDetails: string;
}

/** The cover of tickets about the account and its bills. */
export const accountCover = 1;

const contracts: Readonly<Record<string, readonly Contract[]>> = {
  [clientIds.harbourPine]: [
    { contractId: 101, formattedContractDetails: "C-10411 - Complete IT Support - all sites" },
    { contractId: 102, formattedContractDetails: "C-10412 - Business Broadband - Whitby & Pickering" },
    { contractId: 103, formattedContractDetails: "C-10877 - Hosted Voice - 40 seats" },
  ],
  [clientIds.harbourPineRetail]: [
    { contractId: 201, formattedContractDetails: "C-10501 - Shop Connect - Whitby" },
    { contractId: 202, formattedContractDetails: "C-10502 - Shop Connect - York" },
  ],
  [clientIds.brightwater]: [
    { contractId: 301, formattedContractDetails: "C-11090 - Complete IT Support - Brighton" },
    { contractId: 302, formattedContractDetails: "C-11091 - Business Broadband - Horsham" },
  ],
  [clientIds.copperfield]: [
    { contractId: 401, formattedContractDetails: "C-12200 - Education Bundle - Copperfield Academy" },
  ],
};

const devices: Readonly<Record<string, readonly Device[]>> = {
  [clientIds.harbourPine]: [
    { itemId: 9011, formattedDeviceDetails: "Laptop 15 Pro - HP-LT-0041 - Leeds" },
    { itemId: 9012, formattedDeviceDetails: "Laptop 13 Air - HP-LT-0067 - Whitby" },
    { itemId: 9013, formattedDeviceDetails: "Desktop Mini - HP-DT-0012 - Reception" },
    { itemId: 9014, formattedDeviceDetails: "Tablet 11 - HP-TB-0003 - Warehouse" },
  ],
  [clientIds.copperfield]: [
    { itemId: 9401, formattedDeviceDetails: "Laptop 14 Edu - CA-LT-0107 - Staff room" },
  ],
};

/** The contracts that may cover an account's tickets. */
export function contractsOf(clientId: string): readonly Contract[] {
  return contracts[clientId] ?? [];
}

/** The devices that the provider looks after for an account. */
export function devicesOf(clientId: string): readonly Device[] {
  return devices[clientId] ?? [];
}
