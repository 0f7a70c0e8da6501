/**
 * A start failure that the operator can fix. The message is one sentence, printed without a stack by `scripts/start.mjs`, exit
 * code 1.
 */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
