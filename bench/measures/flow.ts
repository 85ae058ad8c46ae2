import { wholeFlow } from "../../tests/support/booking-pages.ts";
import { headingOf, Visitor, type Page } from "../../tests/support/visitor.ts";
import { createWorld } from "../../tests/support/world.ts";
import { kilobytes, type Measure } from "../measure.ts";

/** Requests and bytes from the form of a line fault to its success, without scripts. */
export const flow: Measure = async () => {
  const world = await createWorld();
  try {
    const visitor = new Visitor(world.portal.url, { acceptEncoding: "br" });
    await visitor.signIn("anna.archer@harbourpine.example");
    await visitor.post("/switch-account", { account: "1001" });
    const answers = await wholeFlow(world, visitor);
    const pages = answers.filter(({ status }) => status === 200);
    const last = pages.at(-1);
    if (!last || headingOf(last) !== "Success") throw new Error(`the flow ended at ${last?.url}`);
    return [
      {
        what: "A line fault without scripts, from form to success",
        measured: `${answers.length} requests, ${pages.length} of them pages: ${kilobytes(bytesOf(answers))}`,
      },
      ...pages.map((page) => ({ what: `  ${headingOf(page)}`, measured: kilobytes(page.size) })),
    ];
  } finally {
    await world.close();
  }
};

/** Bodies as sent, compressed; without heads. */
const bytesOf = (answers: readonly Page[]) => answers.reduce((sum, { size }) => sum + size, 0);
