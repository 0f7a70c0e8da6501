import { type Atom, createAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { type ComponentType, useEffect } from 'react'
import type { Arguments } from '../../commands/arguments.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import type { PaletteProps } from '../../palette/palette-props.ts'
import { onceFocusMoves } from '../../ui/keys/focus-moves.ts'
import { holdKeys } from '../../ui/keys/hold-keys.ts'
import { whenIdle } from '../start/when-idle.ts'

type At = { command: string; args?: Arguments }
type Part = {
  Palette: ComponentType<PaletteProps>
  props: PaletteProps
  open: (at?: At) => void
}

export type LatePalette = {
  part: Atom<Part | null>
  isOpening: Atom<boolean>
  load: () => Promise<Part>
  open: (at?: At) => void
}

/** The palette, fetched once the screen stands and nothing else is to be done, or when it is asked for before that. */
export const createLatePalette = (
  fetchPart: () => Promise<Part>,
  onMissing: (cause: unknown) => void,
): LatePalette => {
  const part = createAtom<Part | null>(null)
  const isOpening = createAtom(false)
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
    const keys = holdKeys({ onEscape })
    load().then(
      (fetched) => {
        if (own !== asked) return
        const before = document.activeElement
        fetched.open(at)
        onceFocusMoves(before, () => {
          isOpening.set(false)
          keys.release()
        })
      },
      (cause) => {
        keys.drop()
        if (own === asked) isOpening.set(false)
        onMissing(cause)
      },
    )
  }
  return { part, isOpening, load, open }
}

export const PaletteLayer = ({ palette: { part, isOpening, load } }: { palette: LatePalette }) => {
  const here = useAtom(part)
  // Keys that are pressed meanwhile are meant for the palette, and run nothing of the screen.
  useKeyContext('palette', useAtom(isOpening))
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [load])
  return here && <here.Palette {...here.props} />
}
