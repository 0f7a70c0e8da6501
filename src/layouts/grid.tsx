import type { ReactNode } from 'react'
import type { Settings } from '../../machines/settings/settings-table.ts'
import { cx } from '../ui/cx.ts'
import { Body, Content, Frame, PanelSide, Side } from './frame.tsx'

/** What a layout arranges. */
export type GridProps = {
  layout: Settings['layout']
  bar: ReactNode
  /** Null where it is an overlay, or waits to be opened. */
  menu: ReactNode
  banner: ReactNode
  content: ReactNode
  /** The settings, where there is room for them beside the content. */
  panel: ReactNode
  isBoxed: boolean
  /** The menu stands while the content scrolls; otherwise it goes with it. */
  isMenuFixed: boolean
}

/**
 * The four layouts: the same parts in the same tree, so that the screen stays as it is, with what was typed into it,
 * when another layout is chosen. Two columns differ from the vertical one by their menu alone.
 */
export const Grid = ({ layout, bar, menu, banner, content, panel, isBoxed, isMenuFixed }: GridProps) => {
  const { isMenuAbove, ...classes } = shapes[layout]
  const above = menu && <div className="shrink-0 print:hidden">{menu}</div>
  const beside = menu && (
    <Side isMenuFixed={isMenuFixed} className={cx(classes.side, isMenuFixed && classes.fixedSide)}>
      {menu}
    </Side>
  )
  return (
    <Frame isBoxed={isBoxed} className={classes.frame}>
      <div className="print:hidden">{bar}</div>
      {isMenuAbove && isMenuFixed ? above : null}
      <Body isMenuFixed={isMenuFixed} className={cx(classes.body, isMenuAbove && !isMenuFixed && 'flex-col')}>
        {isMenuAbove ? (isMenuFixed ? null : above) : beside}
        <div className={cx('flex h-full min-h-0 min-w-0 print:block', classes.row)}>
          <Content isMenuFixed={isMenuFixed} className={classes.content}>
            {banner}
            {content}
          </Content>
          {panel && <PanelSide className={classes.panel}>{panel}</PanelSide>}
        </div>
      </Body>
    </Frame>
  )
}

type Shape = {
  /** The menu is a second bar under the first; elsewhere it is a column beside the content. */
  isMenuAbove: boolean
  frame: string
  body?: string
  side?: string
  fixedSide?: string
  /** The content and the panel. */
  row: string
  content?: string
  panel: string
}

const sideBySide: Shape = {
  isMenuAbove: false,
  frame: 'bg-canvas',
  side: 'min-h-full border-r border-line',
  row: 'flex-1',
  panel: 'border-l border-line',
}

const card = 'rounded-lg border border-line bg-canvas'

const shapes: Record<Settings['layout'], Shape> = {
  vertical: sideBySide,
  'two-column': sideBySide,
  // The content has the whole width.
  horizontal: {
    isMenuAbove: true,
    frame: 'bg-canvas',
    row: 'w-full shrink-0',
    panel: 'border-l border-line',
  },
  // Cards apart from the edges. On a phone, where there is no room to waste, without.
  detached: {
    isMenuAbove: false,
    frame: 'bg-canvas desk:bg-backdrop',
    body: 'mx-auto w-full max-w-detached desk:gap-4 desk:p-4 print:max-w-none print:p-0',
    side: cx(card, 'self-start'),
    fixedSide: 'max-h-full',
    row: 'flex-1 desk:gap-4',
    content: 'bg-canvas desk:rounded-lg desk:border desk:border-line print:rounded-none print:border-0',
    panel: card,
  },
}
