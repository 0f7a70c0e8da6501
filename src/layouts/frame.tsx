import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

/** The window: never scrolls itself, so that lists have a height. On paper it is as long as what is in it. */
export const Frame = ({ isBoxed, className, children }: FrameProps) => (
  <div className="h-dvh overflow-hidden bg-backdrop print:h-auto print:overflow-visible print:bg-transparent">
    <div
      className={cx(
        'flex h-full min-h-0 flex-col print:block print:h-auto',
        isBoxed && 'mx-auto max-w-boxed border-x border-line print:max-w-none print:border-0',
        className,
      )}
    >
      {children}
    </div>
  </div>
)

type FrameProps = { isBoxed: boolean; className: string; children: ReactNode }

/** What shares the window with the top bar: scrolls as a whole where the menu goes with the content. */
export const Body = ({ isMenuFixed, className, children }: BodyProps) => (
  <div
    className={cx(
      'flex min-h-0 flex-1 print:block print:overflow-visible',
      !isMenuFixed && 'overflow-y-auto',
      className,
    )}
  >
    {children}
  </div>
)

type BodyProps = { isMenuFixed: boolean; className?: string; children: ReactNode }

/** A column beside the content. */
export const Side = ({ isMenuFixed, className, children }: BodyProps) => (
  <div
    className={cx(
      'flex shrink-0 flex-col print:hidden',
      isMenuFixed ? 'overflow-y-auto' : 'h-max',
      className,
    )}
  >
    {children}
  </div>
)

/** The content: scrolls by itself, or runs over for the body to scroll. A list fills its height in both. */
export const Content = ({ isMenuFixed, className, children }: BodyProps) => (
  <div
    className={cx(
      'flex min-w-0 flex-1 flex-col print:block print:h-auto print:overflow-visible',
      isMenuFixed ? 'min-h-0 overflow-y-auto' : 'h-full',
      className,
    )}
  >
    {children}
  </div>
)

/** The settings at the right edge, in view wherever the content is. */
export const PanelSide = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={cx('sticky top-0 h-full w-panel shrink-0 overflow-y-auto print:hidden', className)}>
    {children}
  </div>
)
