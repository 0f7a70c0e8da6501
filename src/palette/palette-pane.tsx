import { useAtom } from '@xstate/store-react'
import { type ComponentType, memo, startTransition, useEffect, useMemo, useState } from 'react'
import type { PaletteFrame, PalettePage } from '../../machines/palette/palette-types.ts'
import { hasRoomForPane } from '../stores/browser.ts'
import type { PaletteView, PaneProps } from './palette-view.ts'
import { paneSubject } from './pane-subject.ts'
import type { Translate } from './results/command-item.ts'
import type { PaletteItem } from './results/palette-item.ts'

type PalettePaneProps = {
  Pane: ComponentType<PaneProps>
  frame: PaletteFrame
  highlighted: PaletteItem | undefined
  view: PaletteView
}

/**
 * The preview beside the list, if the screen is wide enough: always rendered and as high as the list may become, so that
 * nothing jumps. It follows the highlight when the keys rest.
 */
export const PalettePane = ({ Pane, frame: { page }, highlighted, view }: PalettePaneProps) => {
  const hasRoom = useAtom(hasRoomForPane)
  const subject = useDebouncedValue(
    useMemo(() => ({ item: highlighted, page, view }), [highlighted, page, view]),
  )
  return hasRoom && <RestingPane Pane={Pane} subject={subject} t={view.t} />
}

type RestingPaneProps = Pick<PalettePaneProps, 'Pane'> & {
  subject: { item: PaletteItem | undefined; page: PalettePage; view: PaletteView } | null
  t: Translate
}

/** Rendered again only for another subject, not at every key. */
const RestingPane = memo(function RestingPane({ Pane, subject, t }: RestingPaneProps) {
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

/** Keys that follow each other do not wait for the preview. */
const REST_MS = 100

/** The list is painted a frame before its preview. */
const FRAME_MS = 17

/** The value once it has not changed for a moment; null at first. */
function useDebouncedValue<Value>(value: Value): Value | null {
  const [rested, setRested] = useState<Value | null>(null)
  useEffect(() => {
    if (rested === value) return
    const timer = setTimeout(
      () => startTransition(() => setRested(() => value)),
      rested === null ? FRAME_MS : REST_MS,
    )
    return () => clearTimeout(timer)
  }, [rested, value])
  return rested
}
