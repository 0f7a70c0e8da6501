import { createAtom } from '@xstate/store'
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../cx.ts'
import { bytesFormat } from '../format/bytes.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'
import { type Tone, toneClasses, toneIcons } from './tone.ts'

type BannerProps = {
  tone: Tone
  icon?: IconName
  children: ReactNode
  action?: { label: string; keys?: string; onPress: () => void }
  onDismiss?: () => void
}

/** How many screens in view say themselves that they are offline. */
export const offlineBars = createAtom(0)

/** The bar of a screen without a connection, instead of the general one of the frame. */
export const OfflineBanner = (props: Omit<BannerProps, 'tone' | 'icon'>) => {
  useLayoutEffect(() => {
    offlineBars.set((count) => count + 1)
    return () => offlineBars.set((count) => count - 1)
  }, [])
  return <Banner tone="warning" icon="wifi-off" {...props} />
}

/** One-line notice over a screen: offline, stale, changed by another user. */
export const Banner = ({ tone, icon = toneIcons[tone], children, action, onDismiss }: BannerProps) => {
  const { t } = useTranslation('common')
  const { soft, line, text } = toneClasses[tone]
  return (
    <div
      role="status"
      className={cx('flex min-h-9 items-center gap-2 border-b px-4 py-1 text-sm lg:px-6', soft, line)}
    >
      <Icon name={icon} className={text} />
      <p className="min-w-0 flex-1 text-ink">{children}</p>
      {action && (
        <Button size="sm" keys={action.keys} onClick={action.onPress}>
          {action.label}
        </Button>
      )}
      {onDismiss && <IconButton size="sm" icon="x" label={t('close')} onClick={onDismiss} />}
    </div>
  )
}

type StatusBadgeProps = {
  tone: Tone
  /** The status in a word, since colour alone is not accessible. */
  children: ReactNode
  icon?: IconName
  className?: string
}

/** A status as tone, icon and word. */
export const StatusBadge = ({ tone, children, icon = toneIcons[tone], className }: StatusBadgeProps) => (
  <span
    className={cx(
      'pill inline-flex h-5 max-w-full items-center gap-1 rounded-sm pr-1.5 pl-1 text-xs font-medium whitespace-nowrap',
      toneClasses[tone].soft,
      toneClasses[tone].text,
      className,
    )}
  >
    <Icon name={icon} size={12} />
    <span title={typeof children === 'string' ? children : undefined} className="truncate">
      {children}
    </span>
  </span>
)

type ProgressBarProps = {
  label: string
  /** Omit if nothing is counted. */
  done?: number
  /** Unknown until the server has counted: no share is shown. */
  total?: number
  /** Unit of the counts; bytes are formatted in the largest fitting unit. */
  unit?: 'byte'
}

/** Progress in figures and as a bar. */
export const ProgressBar = ({ label, done, total, unit }: ProgressBarProps) => {
  const { t, i18n } = useTranslation('common')
  const locale = localeOf(i18n.language)
  const number = unit === 'byte' ? bytesFormat(locale, total ?? 0) : numberFormat(locale)
  const share = total && done !== undefined ? Math.min(1, done / total) : undefined
  const words =
    done === undefined
      ? undefined
      : total === undefined
        ? number.format(done)
        : t('progress', { done: number.format(done), total: number.format(total) })
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span title={label} className="truncate text-ink">
          {label}
        </span>
        <span className="figures whitespace-nowrap text-ink-muted">{words}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={total === undefined || done === undefined ? undefined : Math.min(done, total)}
        aria-valuetext={words}
        className="chart-ground h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cx(
            'chart-mark h-full rounded-full bg-accent transition-[width]',
            share === undefined && 'animate-pulse motion-reduce:animate-none',
          )}
          style={{ width: share === undefined ? '33%' : `${share * 100}%` }}
        />
      </div>
    </div>
  )
}

type Announce = (message: string) => void

const AnnounceContext = createContext<Announce | null>(null)

/** Announces politely to screen readers. Needs an `Announcer` above. */
export const useAnnounce = (): Announce => {
  const announce = use(AnnounceContext)
  if (announce === null) throw new Error('useAnnounce needs an Announcer above it')
  return announce
}

/** Live regions of a screen: two alternate, so that the same text can be announced twice. */
export const Announcer = ({ children }: { children: ReactNode }) => {
  const [said, setSaid] = useState({ turn: 0, message: '' })
  const announce = useCallback((message: string) => setSaid(({ turn }) => ({ turn: 1 - turn, message })), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      {[0, 1].map((turn) => (
        <div key={turn} role="status" aria-live="polite" className="sr-only">
          {said.turn === turn ? said.message : ''}
        </div>
      ))}
    </AnnounceContext>
  )
}
