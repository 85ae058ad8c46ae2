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

/** For calls whose sorting and paging are in Pascal case. Their filters aren't. */
export const listRequestWithPascalPaging = listRequest.transform(
  ({ sortBy, pageSize, pageNumber, ...rest }) => ({
    SortBy: sortBy,
    PageSize: pageSize,
    PageNumber: pageNumber,
    ...rest,
  }),
);
