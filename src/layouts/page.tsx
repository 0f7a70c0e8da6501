import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../ui/cx.ts'
import { brandName } from '../ui/icons/brand.tsx'
import { bottomBar } from '../ui/overlay/bottom-inset.ts'

export type PageProps = {
  title: string
  /** Before the title: the parent screen. */
  trail?: ReactNode
  /** After the title: a figure or badge. */
  beside?: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
  /** `fill`: remaining height without scrolling, for tables. `column`: reading width, for forms. */
  width?: 'fill' | 'full' | 'column'
  /** Footer line: key hints, counts. */
  footer?: ReactNode
  children: ReactNode
}

/** Heading and content of a screen. On arrival its scroll area gets the focus, unless something else has it: keys scroll at once. */
export const Page = ({ title, trail, beside, actions, width = 'full', footer, children }: PageProps) => {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isFree = (document.activeElement ?? document.body) === document.body
    if (isFree) page.current?.closest('main')?.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={width === 'fill' ? undefined : page}
      className={cx('flex min-w-0 flex-col', width === 'fill' ? 'min-h-0 flex-1' : 'shrink-0 grow')}
    >
      <title>{`${title} · ${brandName}`}</title>
      <div
        className={cx(
          'flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 lg:px-6',
          width === 'column' && columnClass,
        )}
      >
        {trail}
        <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
        {beside && (
          <div className="flex max-w-full min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-ink-muted">
            {beside}
          </div>
        )}
        {actions && (
          <div className="-mx-1 flex min-w-0 max-w-full items-center gap-2 p-1 empty:hidden max-sm:flex-wrap sm:ml-auto sm:overflow-x-auto">
            {actions}
          </div>
        )}
      </div>
      <div
        className={cx(
          'min-w-0',
          width === 'fill' ? 'flex min-h-0 flex-1 flex-col' : 'grow px-4 pb-8 lg:px-6',
          width === 'column' && columnClass,
        )}
      >
        {children}
      </div>
      {footer && (
        <div
          ref={width === 'fill' ? bottomBar : undefined}
          className="flex min-h-8 items-center border-t border-line px-4 py-1 lg:px-6"
        >
          {footer}
        </div>
      )}
    </div>
  )
}

const columnClass = 'mx-auto w-full max-w-200'
