import { scriptsOf, sum } from "./scripts.ts";
import { createWorld } from "../../tests/support/world.ts";
import { kilobytes, times, type Measure } from "../measure.ts";

const MOST = 1.25;

/** Scripts of the contact form, the largest form there is, against the template's page. */
export const form: Measure = async (stage) => {
  const template = await stage.startTemplate();
  const world = await createWorld();
  try {
    const theirs = await scriptsOf(template, await (await fetch(template.url)).text());
    const visitor = world.visitor();
    await visitor.signIn("anna.archer@harbourpine.example");
    await visitor.post("/switch-account", { account: "1001" });
    const page = await visitor.get("/account/contacts/new");
    const ours = await scriptsOf(world.portal, page.text);
    const ratio = sum(ours.first) / sum(theirs.first);
    return [
      {
        what: "JavaScript of the contact form, gzip",
        target: `≤ ${MOST} × template`,
        measured: `${times(ratio)} (${kilobytes(sum(ours.first))} / ${kilobytes(sum(theirs.first))})`,
        met: ratio <= MOST,
        figures: { ours, theirs },
      },
    ];
  } finally {
    await Promise.all([stage.stop(template), world.close()]);
  }
};
