import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import type { Arguments } from '../../commands/arguments.ts'
import { bufferKeys, onceFocusMoves } from '../../keyboard/key-buffer.tsx'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import type { PaletteProps } from '../../palette/palette-props.ts'
import { createStore, type Store } from '../../table/store.ts'
import { whenIdle } from '../start/when-idle.ts'

type At = { command: string; args?: Arguments }
type Part = {
  Palette: ComponentType<PaletteProps>
  props: PaletteProps
  open: (at?: At) => void
}

export type LatePalette = {
  part: Store<Part | null>
  isOpening: Store<boolean>
  load: () => Promise<Part>
  open: (at?: At) => void
}

/** The palette, fetched once the screen stands and nothing else is to be done, or when it is asked for before that. */
export const createLatePalette = (
  fetchPart: () => Promise<Part>,
  onMissing: (cause: unknown) => void,
): LatePalette => {
  const part = createStore<Part | null>(null)
  const isOpening = createStore(false)
  let loading: Promise<Part> | null = null
  let asked = 0
  const load = () => {
    loading ??= fetchPart().then((fetched) => {
      part.set(fetched)
      return fetched
    })
    // One that failed is asked for again.
    loading.catch(() => {
      loading = null
    })
    return loading
  }
  const open = (at?: At) => {
    const here = part.get()
    if (here !== null) return here.open(at)
    if (isOpening.get()) return
    isOpening.set(true)
    const own = ++asked
    const onEscape = () => {
      asked++
      isOpening.set(false)
    }
    const keys = bufferKeys({ onEscape })
    load().then(
      (fetched) => {
        if (own !== asked) return
        const before = document.activeElement
        fetched.open(at)
        onceFocusMoves(before, () => {
          isOpening.set(false)
          keys.replay()
        })
      },
      (cause) => {
        keys.discard()
        if (own === asked) isOpening.set(false)
        onMissing(cause)
      },
    )
  }
  return { part, isOpening, load, open }
}

export const PaletteLayer = ({ palette: { part, isOpening, load } }: { palette: LatePalette }) => {
  const here = useSyncExternalStore(part.subscribe, part.get)
  // Keys that are pressed meanwhile are meant for the palette, and run nothing of the screen.
  useKeyContext('palette', useSyncExternalStore(isOpening.subscribe, isOpening.get))
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [load])
  return here && <here.Palette {...here.props} />
}
