import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { Arguments } from '../../commands/command-ports.ts'

/** A command to begin with; without one the palette opens on its first page. */
type OpenAt = { command: string; args?: Arguments }
type Open = (at?: OpenAt) => void

export type PaletteOpener = {
  /** Opens the palette, or remembers to do so as soon as it is mounted. */
  open: Open
  /** What was asked for before the palette was mounted. */
  request: ReadonlyAtom<{ at: OpenAt | undefined } | null>
  cancel: () => void
  /** Called by the mounted palette. @returns detaches it */
  attach: (open: Open) => () => void
}

/** Lets commands open a palette whose code is loaded later than they are. */
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
