import { afterAll, afterEach, beforeAll } from "vitest";
import { signedIn } from "./signed-in.ts";
import type { Visitor } from "./visitor.ts";
import { createWorld, type World, type WorldOptions } from "./world.ts";

/** The world of the test file that called {@link startWithAnna}, there from its first test on. */
export let world: World;
/** The browser in which Anna has signed in: an administrator, in account 1001. */
export let anna: Visitor;

/** For the top of a test file: starts a world and signs Anna in, once. Faults end with the test that set them. */
export function startWithAnna(options?: WorldOptions): void {
  beforeAll(async () => {
    world = await createWorld(options);
    anna = await signedIn(world, "anna", "1001");
  });
  afterAll(() => world.close());
  afterEach(() => world.provider.faults.clear());
}
