import { z } from "zod";
import { operation } from "./operation.ts";
import { ignored } from "./shapes.ts";

export const invalidateSession = operation({
  method: "POST",
  path: "logout",
  body: z.null(),
  answer: ignored,
  failure: "Something went wrong during logout session",
});
