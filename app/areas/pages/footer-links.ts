import { paths } from "#app/paths.ts";
import type { Config } from "#server/config.ts";

interface FooterLink {
  readonly label: string;
  readonly to: string;
}

/** Footer links of the spec; those that the configuration leaves out are left out here. */
export function footerLinks(config: Config): FooterLink[] {
  const links = [
    { label: "Terms & Conditions", to: config.termsUrl },
    { label: "Privacy Policy", to: config.privacyUrl },
    { label: "Cookie Policy", to: paths.cookies() },
    { label: "Complaints Procedure", to: config.complaintsUrl },
  ];
  return links.filter((link): link is FooterLink => link.to !== undefined);
}
