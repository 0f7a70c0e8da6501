import { type KeyboardEvent, memo, type Ref, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import type { ScanAction } from '../../../domain/scans/scan-session.ts'
import { isAccepted, shownCode } from '../../../machines/scan-session/scan-session-rules.ts'
import type { Scan, Verdict } from '../../../machines/scan-session/scan-session-types.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { toneClasses } from '../../ui/feedback/tone.ts'
import { Money } from '../../ui/format/money.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { CommandButton } from '../records/command-button.tsx'
import { useVerdictWords } from './scan-verdict.tsx'

export type ScanListHandle = {
  /** Focuses the newest scan. */
  focus: () => void
  /** Code of the focused scan. */
  focused: () => string | null
  /** Moves focus away from a scan about to be removed. */
  leave: (code: string) => void
}

type ScanListProps = { scans: readonly Scan[]; onRemove: (code: string) => void; handle: Ref<ScanListHandle> }

/**
 * Scans, newest first; invalid codes separately. Arrows move focus, `x` and Delete remove. Enter commits, since an unrecognised
 * scanner sends it too.
 */
export const ScanList = ({ scans, onRemove, handle }: ScanListProps) => {
  const { t } = useTranslation('scan-session')
  const root = useRef<HTMLDivElement>(null)
  const rows = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-code]') ?? [])]
  const indexOf = (found: readonly HTMLElement[]) =>
    found.findIndex((row) => row.contains(document.activeElement))
  const focusRow = (row: HTMLElement | undefined) => row?.focus()
  useImperativeHandle(handle, () => ({
    focus: () => focusRow(rows()[0]),
    focused: () => {
      const found = rows()
      return found[indexOf(found)]?.dataset.code ?? null
    },
    leave: (code) => {
      const found = rows()
      const at = indexOf(found)
      if (found[at]?.dataset.code === code) focusRow(found[at + 1] ?? found[at - 1])
    },
  }))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const found = rows()
    const at = indexOf(found)
    if (at < 0) return
    event.preventDefault()
    const next = found[at + step]
    if (next !== undefined) focusRow(next)
    // Above the first row, focus returns to the session.
    else if (step < 0 && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  const newestFirst = scans.toReversed()
  const parcels = newestFirst.filter(({ verdict }) => verdict.kind !== 'unknown')
  const unknown = newestFirst.filter(({ verdict }) => verdict.kind === 'unknown')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the buttons inside.
    <div ref={root} onKeyDown={onKeyDown} className="flex flex-col gap-5">
      <Rows title={t('scanned')} scans={parcels} onRemove={onRemove} />
      <Rows title={t('unknownTitle')} scans={unknown} onRemove={onRemove} />
      {scans.length > 0 && (
        <div>
          <CommandButton command="scan-session.clear" size="sm" />
        </div>
      )}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

type RowsProps = { title: string; scans: readonly Scan[]; onRemove: (code: string) => void }

const Rows = ({ title, scans, onRemove }: RowsProps) =>
  scans.length > 0 && (
    <section className="flex flex-col gap-1.5">
      <h2 className="px-1 text-sm font-medium text-ink-muted">{title}</h2>
      <ul aria-label={title} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {scans.map((scan) => (
          <Row key={scan.code} scan={scan} onRemove={onRemove} />
        ))}
      </ul>
    </section>
  )

type RowProps = { scan: Scan; onRemove: (code: string) => void }

const Row = memo(({ scan, onRemove }: RowProps) => {
  const { t } = useTranslation('scan-session')
  const wordsOf = useVerdictWords()
  const { code, parcel } = scan
  const { tone, icon, title, detail } = wordsOf(null, scan)
  const name = parcel === null ? shownCode(scan) : String(parcel.number)
  return (
    <li
      data-code={code}
      tabIndex={-1}
      className="flex items-center gap-x-3 px-3 py-1.5 [contain-intrinsic-size:auto_3rem] [content-visibility:auto]"
    >
      <Icon name={icon} className={cx('shrink-0', toneClasses[tone].text)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <span className="figures font-medium">{name}</span>
        {parcel && <bdi className="min-w-0 truncate">{parcel.customerName}</bdi>}
        <span className={cx('w-full text-sm', scan.verdict.kind === 'yes' ? 'sr-only' : 'text-ink-muted')}>
          {detail === null ? title : `${title} · ${detail}`}
        </span>
      </div>
      {parcel && (
        <Money amount={parcel.totalPrice} currency={countries[parcel.country].currency} className="text-sm" />
      )}
      <IconButton icon="x" size="sm" label={t('remove', { name })} keys="x" onClick={() => onRemove(code)} />
    </li>
  )
})

type ScanCountsProps = {
  action: ScanAction | null
  counts: Record<Verdict['kind'], number>
  twice: number
  scans: readonly Scan[]
}

/** Number of scans by verdict, and cash to collect for the allowed ones. */
export const ScanCounts = ({ action, counts, twice, scans }: ScanCountsProps) => {
  const { t, i18n } = useTranslation('scan-session')
  const format = numberFormat(localeOf(i18n.language))
  const total = totalOf(scans, action)
  const figures = [
    { name: 'yes', value: counts.yes },
    { name: 'asked', value: counts.asked },
    { name: 'no', value: counts.no },
    { name: 'unknown', value: counts.unknown },
    { name: 'waiting', value: counts.waiting },
    { name: 'twice', value: twice },
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 px-1">
      {figures
        .filter(({ name, value }) => value > 0 || name === 'yes' || name === 'no')
        .map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-xs text-ink-muted">{t(`counts.${name}`)}</dt>
            <dd className="figures text-xl font-semibold">{format.format(value)}</dd>
          </div>
        ))}
      {total !== null && (
        <div className="flex flex-col-reverse sm:ml-auto sm:text-right">
          <dt className="text-xs text-ink-muted">{t('counts.total')}</dt>
          <dd className="text-xl font-semibold">
            <Money {...total} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Nobody pays for a parcel that comes back. */
const withoutCash: readonly ScanAction[] = ['return', 'damage', 'refuse']

/** Of parcels whose cash has not been collected; null if there are none, or of several currencies. */
export const totalOf = (
  scans: readonly Scan[],
  action: ScanAction | null,
): { amount: number; currency: string } | null => {
  if (action !== null && withoutCash.includes(action)) return null
  const parcels = scans
    .filter(isAccepted)
    .flatMap(({ parcel }) => parcel ?? [])
    .filter(({ collected }) => collected === null)
  const currencies = new Set(parcels.map(({ country }) => countries[country].currency))
  const [currency] = currencies
  if (currency === undefined || currencies.size > 1) return null
  return { amount: parcels.reduce((sum, { totalPrice }) => sum + totalPrice, 0), currency }
}
