import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import type { Figure, FigureName } from '../../../domain/analytics/analytics.ts'
import { cx } from '../../ui/cx.ts'
import { ChangeNote } from './change-note.tsx'
import { useDashboard } from './dashboard-context.ts'

type PanelProps = {
  title: string
  aside?: ReactNode
  /** The hash of links to this panel. */
  anchor?: string
  className?: string
  children: ReactNode
}

/** A titled card. */
export const Panel = ({ title, aside, anchor, className, children }: PanelProps) => {
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  // `key`: the same link again scrolls again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (anchor === undefined || hash !== `#${anchor}`) return
    panel.current?.scrollIntoView({ block: 'start' })
    panel.current?.focus({ preventScroll: true })
  }, [anchor, hash, key])
  return (
    <section
      ref={panel}
      aria-labelledby={titleId}
      tabIndex={anchor === undefined ? undefined : -1}
      className={cx(panelClass, anchor !== undefined && 'scroll-mt-4', className)}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        {aside && <div className="text-sm text-ink-muted">{aside}</div>}
      </div>
      {children}
    </section>
  )
}

export const panelClass = 'flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4'

const headline = [
  'orders',
  'confirmationRate',
  'deliveryRate',
  'collected',
  'net',
  'cashOutstanding',
] as const satisfies readonly FigureName[]

/** The six main figures. */
export const Headline = () => {
  const { t } = useTranslation('dashboard')
  const { unfinished, words } = useDashboard()
  return (
    <section aria-label={t('sections.headline')} className="flex flex-col gap-2">
      <ul className={headlineClass}>
        {headline.map((name) => (
          <li key={name} className="min-w-0 bg-surface">
            <Tile name={name} />
          </li>
        ))}
      </ul>
      {unfinished !== null && (
        <p className="text-sm text-pretty text-ink-muted">
          {t('unfinished', { share: words.share(unfinished) })}
        </p>
      )}
    </section>
  )
}

/** The lines between tiles are the background, seen through the gaps. */
export const headlineClass =
  'grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-3 xl:grid-cols-6'

const Tile = ({ name }: { name: FigureName }) => {
  const { figure: figureOf, figureLink } = useDashboard()
  const figure = figureOf(name)
  return (
    <FigureLink
      to={figureLink(figure)}
      className="flex h-full flex-col gap-1 px-4 py-3 -outline-offset-2 focus-visible:-outline-offset-2"
    >
      <span className="text-sm text-ink-muted">
        <FigureNameText name={name} />
      </span>
      <FigureValue figure={figure} className="text-xl font-semibold tracking-tight 2xl:text-2xl" />
      <ChangeNote figure={figure} />
      <FigureHint name={name} />
    </FigureLink>
  )
}

/** A formatted figure; a dash if not measured. */
export const FigureValue = ({ figure, className }: { figure: Figure; className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { words } = useDashboard()
  const { value, unit } = figure
  if (value === null) {
    return (
      <span className={cx('figures', className)}>
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t('notMeasured')}</span>
      </span>
    )
  }
  const isLoss = unit === 'money' && value < 0
  return (
    <span className={cx('figures whitespace-nowrap', isLoss && 'text-danger', className)}>
      {words[unit](value)}
    </span>
  )
}

type FigureLinkProps = { to: string | null; className?: string; linkClassName?: string; children: ReactNode }

/** Link to the records counted; plain text if forbidden. */
export const FigureLink = ({ to, className, linkClassName, children }: FigureLinkProps) =>
  to === null ? (
    <div className={className}>{children}</div>
  ) : (
    <Link to={to} className={cx(className, linkClassName ?? 'hover:bg-hover')}>
      {children}
    </Link>
  )

/** Name of a figure. */
export const FigureNameText = ({ name }: { name: FigureName }) => {
  const { t } = useTranslation('dashboard')
  return t(`figures.${name}`)
}

/** What a figure counts, or its denominator. */
export const FigureHint = ({ name }: { name: FigureName }) => {
  const { t } = useTranslation('dashboard')
  if (!isExplained(name)) return null
  return <span className="text-xs leading-tight text-ink-muted">{t(`hints.${name}`)}</span>
}

const explained = [
  'orders',
  'confirmationRate',
  'deliveryRate',
  'collected',
  'net',
  'cashOutstanding',
  'finalDeliveryRate',
] as const satisfies readonly FigureName[]

const isExplained = (name: FigureName): name is (typeof explained)[number] =>
  (explained as readonly FigureName[]).includes(name)
