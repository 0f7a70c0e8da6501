import { MessageChannel } from 'node:worker_threads'

/** Buffers transferred to a closed port are freed. */
const { port1: nowhere } = new MessageChannel()
nowhere.close()

/**
 * Frees the memory of these at once: the garbage collector, which watches its own heap, leaves megabytes outside of it
 * until the next import needs as much again. They are empty afterwards: call it only if nothing reads them any more.
 */
export const freeBytes = (lists: readonly Uint8Array[]): void => {
  // Views of shared buffers are left to the garbage collector.
  const owned = lists.filter(({ buffer, byteLength }) => byteLength > 0 && byteLength === buffer.byteLength)
  nowhere.postMessage(
    null,
    [...new Set(owned.map(({ buffer }) => buffer))].map((buffer) => buffer as ArrayBuffer),
  )
}
