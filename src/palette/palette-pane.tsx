import { type ComponentType, memo, useMemo } from 'react'
import type { PaletteFrame, PalettePage } from '../../machines/palette/palette-types.ts'
import type { PaletteView } from './palette-view.ts'
import { type PaneProps, paneSubject } from './pane-subject.ts'
import type { Translate } from './sections/command-item.ts'
import type { PaletteItem } from './sections/palette-item.ts'
import { useRested } from './use-rested.ts'
import { useRoomForPane } from './use-room-for-pane.ts'

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
