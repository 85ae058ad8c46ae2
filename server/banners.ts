import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { bannersFileBytes, textLength } from "#shared/limits.ts";

const day = z.iso.date();

const banner = z.strictObject({
  content: z.string().min(1).max(300),
  /** The first and last day on which it shows, in London time. */
  starts: day.optional(),
  expires: day,
  linkUrl: z
    .union([z.string().regex(/^\/(?![/\\])/), z.url({ protocol: /^https$/ })])
    .refine(({ length }) => length <= textLength.url),
  linkTitle: z.string().min(1).max(100),
  colour: z.enum(["brand", "info", "success"]).default("brand"),
});

export type Banner = z.output<typeof banner>;

const bannerList = z.array(banner).max(100);

const defaultBanners: readonly Banner[] = [
  {
    content: "You can now pay your bills online, by card, whenever it suits you.",
    expires: "2021-03-12",
    linkUrl: "/invoices/make-a-payment",
    linkTitle: "Make a payment",
    colour: "success",
  },
  {
    content: "A problem with a line? Run a line test yourself and see the result in minutes.",
    expires: "2022-06-30",
    linkUrl: "/services/line-faults",
    linkTitle: "Run a line test",
    colour: "brand",
  },
  {
    content:
      "Find out straight away when something needs your attention, with notifications in your browser.",
    expires: "2023-09-30",
    linkUrl: "/dashboard?enableNotifications=true",
    linkTitle: "Turn on browser notifications",
    colour: "info",
  },
  {
    content: "Are your contact details and marketing preferences up to date?",
    expires: "2024-08-31",
    linkUrl: "/account",
    linkTitle: "Update your preferences",
    colour: "brand",
  },
];

/** The setting for a file with banners; without it we use the portal's own. */
export const bannersFile = z
  .string()
  .optional()
  .transform((file, context): readonly Banner[] => {
    if (file === undefined) return defaultBanners;
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    try {
      if (statSync(file).size > bannersFileBytes) return refuse("the file is too long");
      const { data, error } = bannerList.safeParse(JSON.parse(readFileSync(file, "utf8")));
      return data ?? refuse(`${error?.issues[0]?.path.join(".")}: ${error?.issues[0]?.message}`);
    } catch {
      return refuse("there's no JSON file with this name");
    }
  });
