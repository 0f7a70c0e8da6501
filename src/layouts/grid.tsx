import type { ReactNode } from 'react'
import type { Settings } from '../../machines/settings/settings-machine.ts'
import { cx } from '../ui/cx.ts'

/** Slots of a layout. */
type GridProps = {
  layout: Settings['layout']
  bar: ReactNode
  /** Null if the menu is an overlay or closed. */
  menu: ReactNode
  banner: ReactNode
  content: ReactNode
  /** The settings panel, where there is room. */
  panel: ReactNode
  isBoxed: boolean
  /** Whether the menu stays fixed while the content scrolls. */
  isMenuFixed: boolean
}

/**
 * The four layouts with one element tree, so that screens keep their state when the layout changes. Two-column differs from
 * vertical only by its menu.
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
        <div className={cx('flex h-full min-h-0 min-w-0 short:h-auto print:block', classes.row)}>
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
  /** The menu is a second bar; otherwise a column. */
  isMenuAbove: boolean
  frame: string
  body?: string
  side?: string
  fixedSide?: string
  /** Contains content and panel. */
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
  // Cards with margins; none on phones.
  detached: {
    isMenuAbove: false,
    frame: 'bg-canvas lg:bg-backdrop',
    body: 'mx-auto w-full max-w-detached lg:gap-4 lg:p-4 print:max-w-none print:p-0',
    side: cx(card, 'self-start'),
    fixedSide: 'max-h-full',
    row: 'flex-1 lg:gap-4',
    content: 'bg-canvas lg:rounded-lg lg:border lg:border-line print:rounded-none print:border-0',
    panel: card,
  },
}

/**
 * The window: does not scroll, so that lists have a height; a short one does, bars included; when printed, it grows with its
 * content. Positioned, because absolute screen-reader texts would otherwise enlarge the document.
 */
const Frame = ({ isBoxed, className, children }: FrameProps) => (
  <div className="relative h-dvh overflow-hidden bg-backdrop short:overflow-y-auto print:h-auto print:overflow-visible print:bg-transparent">
    <div
      className={cx(
        'flex h-full min-h-0 flex-col short:h-auto short:min-h-full print:block print:h-auto',
        isBoxed && 'mx-auto max-w-boxed border-x border-line print:max-w-none print:border-0',
        className,
      )}
    >
      {children}
    </div>
  </div>
)

type FrameProps = { isBoxed: boolean; className: string; children: ReactNode }

/** Below the top bar: scrolls as a whole if the menu is not fixed. */
const Body = ({ isMenuFixed, className, children }: BodyProps) => (
  <div
    className={cx(
      'flex min-h-0 flex-1 print:block print:overflow-visible',
      !isMenuFixed && 'relative overflow-y-auto short:overflow-visible',
      className,
    )}
  >
    {children}
  </div>
)

type BodyProps = { isMenuFixed: boolean; className?: string; children: ReactNode }

/** A column beside the content. */
const Side = ({ isMenuFixed, className, children }: BodyProps) => (
  <div
    className={cx(
      'flex shrink-0 flex-col print:hidden',
      isMenuFixed ? 'relative overflow-y-auto' : 'h-max',
      className,
    )}
  >
    {children}
  </div>
)

/** The content: scrolls itself, or overflows for `Body` to scroll. Lists fill its height. */
const Content = ({ isMenuFixed, className, children }: BodyProps) => (
  <div
    className={cx(
      'flex min-w-0 flex-1 flex-col print:block print:h-auto print:overflow-visible',
      isMenuFixed ? 'relative min-h-0 overflow-y-auto short:overflow-visible' : 'h-full short:h-auto',
      className,
    )}
  >
    {children}
  </div>
)

/** The settings panel at the right edge, always visible. */
const PanelSide = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={cx('sticky top-0 h-full w-panel shrink-0 overflow-y-auto print:hidden', className)}>
    {children}
  </div>
)
