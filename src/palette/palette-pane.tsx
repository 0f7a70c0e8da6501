import {
  type ComponentType,
  memo,
  startTransition,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { PaletteFrame, PalettePage } from '../../machines/palette/palette-types.ts'
import type { PaletteView } from './palette-view.ts'
import { type PaneProps, paneSubject } from './pane-subject.ts'
import type { Translate } from './results/command-item.ts'
import type { PaletteItem } from './results/palette-item.ts'

type PalettePaneProps = {
  Pane: ComponentType<PaneProps>
  frame: PaletteFrame
  highlighted: PaletteItem | undefined
  view: PaletteView
}

/**
 * Beside the list, where there is room: always there and as high as the list may be, so that nothing jumps. It follows
 * the highlight when that rests.
 */
export const PalettePane = ({ Pane, frame: { page }, highlighted, view }: PalettePaneProps) => {
  const hasRoom = useRoomForPane()
  const subject = useRested(useMemo(() => ({ item: highlighted, page, view }), [highlighted, page, view]))
  return hasRoom && <Resting Pane={Pane} subject={subject} t={view.t} />
}

type RestingProps = Pick<PalettePaneProps, 'Pane'> & {
  subject: { item: PaletteItem | undefined; page: PalettePage; view: PaletteView } | null
  t: Translate
}

const Resting = memo(function Resting({ Pane, subject, t }: RestingProps) {
  return (
    <section
      aria-label={t('preview:title')}
      className="flex w-88 shrink-0 flex-col overflow-hidden border-l border-line bg-surface"
    >
      {subject && (
        <Pane subject={paneSubject(subject.item, subject.page, subject.view)} view={subject.view} />
      )}
    </section>
  )
})

/** Keys that follow each other are not held up by what stands beside the list. */
const rest = 100

/** What it stands beside is seen a frame before it. */
const frame = 17

/** The same a moment later, when the keys rest; null until its palette stands. */
export function useRested<Value>(value: Value): Value | null {
  const [rested, setRested] = useState<Value | null>(null)
  useEffect(() => {
    if (rested === value) return
    const timer = setTimeout(
      () => startTransition(() => setRested(() => value)),
      rested === null ? frame : rest,
    )
    return () => clearTimeout(timer)
  }, [rested, value])
  return rested
}

/** The same figure as the `pane:` token. */
const query = matchMedia('(min-width: 900px)')

const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useRoomForPane = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
