import { z } from "zod";
import { operation } from "./operation.ts";
import { shown } from "./shapes.ts";

export const getShopRedirect = operation({
  method: "GET",
  path: "Order/GetMercatoRedirectUrl",
  allowsPlainText: true,
  answer: z.preprocess(
    (answer) => (typeof answer === "string" || answer === null ? { redirectUrl: answer } : answer),
    z.object({ redirectUrl: shown.message(), validationMessages: shown.texts() }),
  ),
  failure: "There was an error getting the Mercato redirect URL",
});
