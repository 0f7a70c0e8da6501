import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import type { BoardCaller, CallsBoard } from '../../../domain/calls/calls-board.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { formatDuration, useNow } from '../../ui/format/clock.ts'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

type BoardProps = { board: CallsBoard; chosen: string | null; onChoose: (caller: string) => void }

const counts = ['held', 'today', 'hour', 'reached', 'confirmed', 'promised', 'due'] as const
const onPhones: readonly (typeof counts)[number][] = ['today']

/** Who calls now, about which order since when, and what they did today. One row is chosen, by arrow or click. */
export const CallersNow = ({ board: { callers }, chosen, onChoose }: BoardProps) => {
  const { t, i18n } = useTranslation('callers')
  const number = numberFormat(localeOf(i18n.language), { maximumFractionDigits: 0 })
  const atWork = callers.filter(({ isAtWork }) => isAtWork).length
  return (
    <section
      aria-label={t('now.title')}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-surface"
    >
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
        <h2 className="text-base font-semibold">{t('now.title')}</h2>
        <p role="status" className="figures text-sm text-ink-muted">
          {t('now.atWork', { count: atWork })}
        </p>
      </div>
      {callers.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-ink-muted">{t('now.nobody')}</p>
      ) : (
        <div className="overflow-x-auto">
          <table aria-label={t('now.title')} className="w-full text-sm">
            <thead className="text-xs text-ink-muted">
              <tr>
                <th scope="col" className="px-4 py-1 text-start font-medium">
                  {t('now.caller')}
                </th>
                <th scope="col" className="px-2 py-1 text-start font-medium">
                  {t('now.order')}
                </th>
                {counts.map((name) => (
                  <th key={name} scope="col" className={countClass(name, 'font-medium')}>
                    {t(`now.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {callers.map((caller) => (
                <tr
                  key={caller.caller}
                  aria-current={caller.caller === chosen ? 'true' : undefined}
                  onClick={() => onChoose(caller.caller)}
                  className={cx(
                    'border-t border-line',
                    caller.caller === chosen ? 'bg-selected' : 'hover:bg-hover',
                    !caller.isAtWork && 'text-ink-muted',
                  )}
                >
                  <th scope="row" className="px-4 py-1.5 text-start font-medium">
                    <Who {...caller} />
                  </th>
                  <td className="px-2 py-1.5">
                    <CallingAbout {...caller} />
                  </td>
                  {counts.map((name) => (
                    <td
                      key={name}
                      className={countClass(
                        name,
                        cx('figures', name === 'due' && caller.due > 0 && 'font-semibold text-warning'),
                      )}
                    >
                      {number.format(caller[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {callers.length > 0 && (
        <div className="flex flex-wrap gap-2 border-t border-line px-4 py-2">
          <TurnButtons hasOrder={callers.find(({ caller }) => caller === chosen)?.order != null} />
        </div>
      )}
    </section>
  )
}

/** What the keys do to the order of the chosen row. */
const TurnButtons = ({ hasOrder }: { hasOrder: boolean }) => {
  const { t } = useTranslation(['commands', 'errors'])
  const { run } = useWorkspace()
  const keysOf = useCommandKeys()
  const whyNot = hasOrder ? null : t('errors:NOBODY_CALLS')
  return (['callers.take-over', 'callers.free'] as const).map((id) => (
    <Button
      key={id}
      size="sm"
      icon={id === 'callers.free' ? 'phone-missed' : 'phone-call'}
      variant={id === 'callers.free' ? 'ghost' : undefined}
      keys={keysOf(id)}
      whyNot={whyNot}
      onClick={() => run(id)}
    >
      {t(`commands:${id}.label`)}
    </Button>
  ))
}

/** For how long something has gone on. */
const Lasting = ({ since }: { since: string }) => {
  const { t, i18n } = useTranslation('callers')
  const seconds = Math.max(0, Math.floor((useNow() - Date.parse(since)) / 1000))
  const duration = formatDuration(seconds, localeOf(i18n.language))
  return (
    <span className="figures text-xs font-normal whitespace-nowrap text-ink-muted">
      {t('now.since', { duration })}
    </span>
  )
}

const countClass = (name: (typeof counts)[number], more: string): string =>
  cx('px-2 py-1 text-end last:pr-4', !onPhones.includes(name) && 'max-md:hidden', more)

const Who = ({ name, isAtWork, since }: BoardCaller) => {
  const { t } = useTranslation('callers')
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <bdi className="truncate">{name}</bdi>
      {isAtWork && since !== null ? (
        <Lasting since={since} />
      ) : (
        <span className="text-xs font-normal text-ink-muted">{t('now.away')}</span>
      )}
    </span>
  )
}

const CallingAbout = ({ order, number, customerName, callingSince, isAtWork }: BoardCaller) => {
  const { t } = useTranslation('callers')
  if (order === null) return isAtWork ? <StatusBadge tone="neutral">{t('now.idle')}</StatusBadge> : '—'
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <Link to={paths.view('orders', order)} className="figures underline-offset-2 hover:underline">
        {number}
      </Link>
      <bdi className="max-w-40 truncate">{customerName}</bdi>
      {callingSince !== null && <Lasting since={callingSince} />}
    </span>
  )
}
