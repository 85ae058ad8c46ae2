import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** How proxies write an address with its port: '192.0.2.1:443', '[2001:db8::1]:443', or just '[2001:db8::1]'. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/** An IP address from a socket, a header or a look-up, without its port and zone; a mapped IPv4 address as IPv4; '' for any other text. */
export function ipAddressOf(text: string): string {
  const trimmed = text.trim();
  const [, v6, v4] = WITH_PORT.exec(trimmed) ?? [];
  const [address = ""] = (v6 ?? v4 ?? trimmed).split("%", 1);
  return isIP(address) ? ipaddr.process(address).toString() : "";
}
