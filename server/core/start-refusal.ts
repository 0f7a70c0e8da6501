/**
 * A start that cannot go on for a reason the person at the terminal can act on. Its message is one
 * clear sentence; `scripts/start.mjs` prints only that (no stack) and leaves with exit code 1.
 */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
