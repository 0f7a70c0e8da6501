import { MessageChannel } from 'node:worker_threads'

/** What goes to a port that is closed is nobody's any more, and its memory free. */
const { port1: nowhere } = new MessageChannel()
nowhere.close()

/**
 * Gives the memory of these back at once: the collector, which looks at its own heap, lets megabytes outside of it lie
 * until the next import stands beside them. They are empty then: only for a caller that knows that nobody reads them any more.
 */
export const freeBytes = (lists: readonly Uint8Array[]): void => {
  // One that shares its memory with others is left to the collector.
  const owned = lists.filter(({ buffer, byteLength }) => byteLength > 0 && byteLength === buffer.byteLength)
  nowhere.postMessage(
    null,
    [...new Set(owned.map(({ buffer }) => buffer))].map((buffer) => buffer as ArrayBuffer),
  )
}
