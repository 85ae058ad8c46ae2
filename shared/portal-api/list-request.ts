import { z } from "zod";

export const listRequest = z.object({
  pageNumber: z.number().int().positive().optional(),
  pageSize: z.number().int().positive().optional(),
  sortBy: z.string().optional(),
  includedStatusCodes: z.array(z.number()).optional(),
  includedStatuses: z.array(z.string()).optional(),
  searchKeyword: z.string().optional(),
  unpaidOnly: z.boolean().optional(),
});
export type ListRequest = z.input<typeof listRequest>;

export const listRequestInPascalCase = listRequest.transform(({ sortBy, pageSize, pageNumber, ...rest }) => ({
  SortBy: sortBy,
  PageSize: pageSize,
  PageNumber: pageNumber,
  ...rest,
}));
