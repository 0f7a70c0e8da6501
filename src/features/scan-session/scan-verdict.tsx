import { useAtom } from '@xstate/store-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { countScans, shownCode } from '../../../machines/scan-session/scan-session-rules.ts'
import type { LastScan, Scan, ScanSessionContext } from '../../../machines/scan-session/scan-session-types.ts'
import { shippingLooks } from '../../resources/shared/status-tones.ts'
import { isOnline } from '../../stores/browser.ts'
import { cx } from '../../ui/cx.ts'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { type Tone, toneClasses } from '../../ui/feedback/tone.ts'
import { Money } from '../../ui/format/money.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { CommandButton } from '../records/command-button.tsx'

type ScanVerdictProps = { context: ScanSessionContext; isCommitting: boolean }

/** Action and last scan in large type. */
export const ScanVerdict = ({ context, isCommitting }: ScanVerdictProps) => {
  const { t } = useTranslation('scan-session')
  const wordsOf = useVerdictWords()
  const { last, scans, task, result, isCommitAsked } = context
  const { waiting } = countScans(scans)
  const scan = last === null ? undefined : scans.find(({ code }) => code === last.code)
  const words = wordsOf(last, scan)
  const isDone = last === null && result !== null
  const { soft, line, text } = toneClasses[isDone ? 'success' : words.tone]
  const title = isDone ? t('committed', { count: result.changed }) : words.title
  const missed = isDone && result.refused > 0 ? t('missed', { count: result.refused }) : null
  return (
    <section aria-label={t('last')} className={cx('overflow-hidden rounded-lg border', line)}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line bg-surface py-1.5 pr-2 pl-4 sm:pl-5">
        <h2 className="min-w-0 text-pretty font-medium">
          {task && t(`task.${task.action}`, { name: task.delivery?.name ?? '' })}
        </h2>
        <CommandButton command="scan-session.leave" size="sm" variant="ghost" className="max-sm:-ml-2.5" />
      </div>
      <div className={cx('flex min-h-44 flex-col justify-center gap-3 px-4 py-5 sm:px-5', soft)}>
        <p className={cx('flex items-center gap-3 text-2xl font-semibold sm:text-3xl', text)}>
          <Icon name={isDone ? 'circle-check' : last === null ? 'scan' : words.icon} size={32} />
          <span className="min-w-0 text-pretty">{isCommitting ? t('committing') : title}</span>
        </p>
        {scan?.parcel ? (
          <ParcelFacts parcel={scan.parcel} />
        ) : (
          last !== null && <p className="figures text-xl">{shownCode(last)}</p>
        )}
        {(words.detail ?? missed) && (
          <p className="max-w-160 text-pretty text-ink">{words.detail ?? missed}</p>
        )}
        {scan?.verdict.kind === 'asked' && (
          <p>
            <CommandButton command="scan-session.agree" />
          </p>
        )}
        {isDone && result.manifests.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="figures text-xl font-semibold">
              {t('manifests', {
                count: result.manifests.length,
                list: result.manifests.map(({ number }) => number).join(', '),
              })}
            </span>
            <CommandButton command="scan-session.print-manifest" />
          </p>
        )}
        {isCommitAsked && !isCommitting && (
          <p className="text-pretty">{t('commitWaits', { count: waiting })}</p>
        )}
        {last === null && result === null && <p className="text-ink-muted">{t('readyDetail')}</p>}
      </div>
    </section>
  )
}

const ParcelFacts = ({ parcel }: { parcel: Shipping }) => {
  const { t } = useTranslation('shippings')
  const { number, customerName, totalPrice, collected, country, status, deliveryName } = parcel
  return (
    <dl className="flex flex-wrap items-baseline gap-x-6 gap-y-2">
      <Fact label={t('fields.number')} className="figures">
        {number}
      </Fact>
      <Fact label={t('fields.customerName')}>
        <bdi>{customerName}</bdi>
      </Fact>
      <Fact label={t(collected === null ? 'fields.totalPrice' : 'fields.collected')}>
        <Money amount={collected ?? totalPrice} currency={countries[country].currency} />
      </Fact>
      <Fact label={t('fields.status')} size="text-base">
        <StatusBadge {...shippingLooks[status]}>{t(`status.${status}`)}</StatusBadge>
      </Fact>
      {deliveryName !== null && (
        <Fact label={t('fields.delivery')} size="text-base">
          <bdi>{deliveryName}</bdi>
        </Fact>
      )}
    </dl>
  )
}

type FactProps = { label: string; size?: string; className?: string; children: React.ReactNode }

const Fact = ({ label, size = 'text-2xl font-semibold', className, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-muted">{label}</dt>
    <dd className={cx('break-words', size, className)}>{children}</dd>
  </div>
)

type VerdictWords = {
  tone: Tone
  icon: IconName
  title: string
  detail: string | null
}

const looks = {
  yes: { tone: 'success', icon: 'circle-check' },
  asked: { tone: 'warning', icon: 'calendar-clock' },
  no: { tone: 'danger', icon: 'octagon-x' },
  unknown: { tone: 'attention', icon: 'help' },
  waiting: { tone: 'neutral', icon: 'hourglass' },
  twice: { tone: 'warning', icon: 'repeat' },
} as const satisfies Record<string, Pick<VerdictWords, 'tone' | 'icon'>>

/** Text of a verdict; repeated scans are marked. */
export const useVerdictWords = () => {
  const { t, i18n } = useTranslation(['scan-session', 'shippings', 'errors'])
  const online = useAtom(isOnline)
  return useCallback(
    (last: LastScan | null, scan: Scan | undefined): VerdictWords => {
      if (last?.kind === 'full') return { ...looks.no, title: t('verdict.no'), detail: t('full') }
      if (scan === undefined) return { ...looks.waiting, title: t('ready'), detail: null }
      const { verdict } = scan
      if (last?.kind === 'twice')
        return { ...looks.twice, title: t('verdict.twice'), detail: t('twiceDetail') }
      const look = looks[verdict.kind]
      if (verdict.kind === 'waiting' && !online) return { ...look, title: t('verdict.kept'), detail: null }
      const title = t(`verdict.${verdict.kind}`)
      if (verdict.kind === 'no') {
        const { code } = verdict
        const status = scan.parcel === null ? '' : t(`shippings:status.${scan.parcel.status}`)
        // Only returns are refused so while out.
        const isStillOut = code === 'NO_SUCH_TRANSITION' && scan.parcel?.status === 'OUT_FOR_DELIVERY'
        const reason = isStillOut
          ? t('refusal.STILL_OUT')
          : isSpokenHere(code)
            ? t(`refusal.${code}`, { status })
            : t(`errors:${code}`)
        return { ...look, title: verdict.isMoved ? t('verdict.moved') : title, detail: reason }
      }
      if (verdict.kind === 'asked') {
        const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
          dateStyle: 'full',
          timeZone: 'UTC',
        })
        const day = format.format(Date.parse(verdict.day))
        return { ...look, title: t('verdict.asked', { day }), detail: t('askedDetail') }
      }
      if (verdict.kind === 'unknown') return { ...look, title, detail: t(`unknown.${verdict.reason}`) }
      return { ...look, title, detail: null }
    },
    [t, i18n.language, online],
  )
}

/** Codes with texts of their own here, since the usual ones suggest actions unavailable while scanning. */
const spokenHere = [
  'ALREADY_THERE',
  'NO_SUCH_TRANSITION',
  'SHIPPING_IS_OUT',
  'DELIVERY_GUY_NOT_FOUND',
] as const

const isSpokenHere = (code: string): code is (typeof spokenHere)[number] =>
  (spokenHere as readonly string[]).includes(code)
