import { beforeAll } from "vitest";
import { signedIn } from "./signed-in.ts";
import type { Visitor } from "./visitor.ts";
import { startWorld, world, type WorldOptions } from "./world.ts";

/** A visitor signed in as Anna, an administrator, in account 1001. */
export let anna: Visitor;

/** Call at the top of a test file: starts its world and signs Anna in once. */
export function startWithAnna(options?: WorldOptions): void {
  startWorld(options);
  beforeAll(async () => {
    anna = await signedIn(world, "anna", "1001");
  });
}
