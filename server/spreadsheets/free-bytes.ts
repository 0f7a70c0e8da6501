import { MessageChannel } from 'node:worker_threads'

/** Transferring buffers to a closed port frees them. */
const { port1: nowhere } = new MessageChannel()
nowhere.close()

/**
 * Frees off-heap memory at once, which the garbage collector would leave until the next import. The arrays are empty
 * afterwards.
 */
export const freeBytes = (lists: readonly Uint8Array[]): void => {
  // Views of shared buffers are left to the garbage collector.
  const owned = lists.filter(({ buffer, byteLength }) => byteLength > 0 && byteLength === buffer.byteLength)
  nowhere.postMessage(
    null,
    [...new Set(owned.map(({ buffer }) => buffer))].map((buffer) => buffer as ArrayBuffer),
  )
}
