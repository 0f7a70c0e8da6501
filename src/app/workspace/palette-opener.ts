import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { RecordRef } from '../../../machines/palette/palette-types.ts'
import type { Arguments } from '../../commands/command-ports.ts'

/** Command whose argument page opens; default: the first page. */
type OpenAt = { command: string; args?: Arguments; record?: RecordRef }
type Open = (at?: OpenAt) => void

export type PaletteOpener = {
  /** Opens the palette, or queues the request until it is mounted. */
  open: Open
  /** The queued request. */
  request: ReadonlyAtom<{ at: OpenAt | undefined } | null>
  cancel: () => void
  /** Called by the mounted palette. @returns detach */
  attach: (open: Open) => () => void
}

/** Opens a palette that is loaded lazily. */
export const createPaletteOpener = (): PaletteOpener => {
  const request = createAtom<{ at: OpenAt | undefined } | null>(null)
  let mounted: Open | null = null
  return {
    open: (at) => {
      if (mounted !== null) mounted(at)
      else if (request.get() === null) request.set({ at })
    },
    request,
    cancel: () => request.set(null),
    attach: (open) => {
      mounted = open
      const requested = request.get()
      if (requested !== null) {
        open(requested.at)
        request.set(null)
      }
      return () => {
        if (mounted === open) mounted = null
      }
    },
  }
}
