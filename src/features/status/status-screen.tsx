import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import {
  levelsOf,
  longWait,
  type ServerStatus,
  type StatusLevel,
  type StatusPart,
} from '../../../domain/status/server-status.ts'
import { codeOf } from '../../../machines/failure.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import type { Tone } from '../../ui/feedback/tone.ts'
import { bytesFormat } from '../../ui/format/bytes.ts'
import { formatDuration, useNow } from '../../ui/format/clock.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { CommandButton } from '../records/command-button.tsx'
import { statusActions } from './status-commands.ts'

const LOOK_MS = 15_000

/** How the server does: what an operator looks at first. */
const StatusScreen = () => {
  const { t } = useTranslation(['server-status', 'commands', 'errors'])
  const { api } = useWorkspace()
  useKeyContext('page:status')
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.serverStatus,
    queryFn: ({ signal }) => api.status.read({ signal }),
    refetchInterval: LOOK_MS,
    refetchOnMount: 'always',
  })
  useEffect(() => statusActions.show({ refresh: () => void refetch() }), [refetch])
  return (
    <Page title={t('commands:go.status.place')} actions={<CommandButton command="status.refresh" />}>
      {data !== undefined ? (
        <Parts status={data} />
      ) : error !== null ? (
        <ErrorState
          title={t('server-status:failed')}
          detail={t(`errors:${codeOf(error)}`, { ns: 'errors' })}
          action={{ label: t('commands:status.refresh.label'), onPress: () => void refetch() }}
        />
      ) : (
        <Skeleton lines={10} />
      )}
    </Page>
  )
}

const Parts = ({ status }: { status: ServerStatus }) => {
  const { t, i18n } = useTranslation('server-status')
  const locale = localeOf(i18n.language)
  const number = numberFormat(locale, { maximumFractionDigits: 0 })
  const bytes = (size: number) => bytesFormat(locale, size).format(size)
  const levels = levelsOf(status)
  const now = useNow()
  const { version, startedAt, instances, database, standby, disk, queues, backups, drill, mail } = status
  const up = Math.max(0, (now - Date.parse(startedAt)) / 1000)
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Part part="server" level={levels.server}>
        <Fact name="version">{version}</Fact>
        <Fact name="up">{formatDuration(up, locale)}</Fact>
        <Fact name="instances">{number.format(instances)}</Fact>
      </Part>
      <Part part="database" level={levels.database}>
        <Fact name="postgres">
          {database.version}
          {database.kind === 'embedded' && ` · ${t('embedded')}`}
        </Fact>
        <Fact name="size">{bytes(database.bytes)}</Fact>
        <Fact name="connections">
          {t('pool', {
            busy: number.format(database.busy),
            idle: number.format(database.idle),
            most: number.format(database.most),
          })}
        </Fact>
        {database.waiting > 0 && <Fact name="waiting">{number.format(database.waiting)}</Fact>}
      </Part>
      {standby !== null && (
        <Part part="standby" level={levels.standby}>
          <Fact name="state">{t(`standby.${standby.state}`)}</Fact>
          {standby.bytes !== null && standby.seconds !== null && (
            <Fact name="lag">
              {standby.bytes === 0
                ? t('caughtUp')
                : `${bytes(standby.bytes)} · ${formatDuration(standby.seconds, locale)}`}
            </Fact>
          )}
          <Fact name="reads">{number.format(standby.reads)}</Fact>
          <Fact name="readsOnPrimary">{number.format(standby.readsOnPrimary)}</Fact>
        </Part>
      )}
      <section
        aria-label={t('queues.title')}
        className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4"
      >
        <PartHeading title={t('queues.title')} level={levels.queues} />
        <table aria-label={t('queues.title')} className="w-full text-sm">
          <thead className="text-xs text-ink-muted">
            <tr>
              <th scope="col" className="py-1 text-start font-medium">
                {t('queues.queue')}
              </th>
              <th scope="col" className="py-1 pl-3 text-end font-medium">
                {t('queues.waiting')}
              </th>
              <th scope="col" className="py-1 pl-3 text-end font-medium">
                {t('queues.oldest')}
              </th>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ queue, waiting, seconds }) => (
              <tr key={queue} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {t(`queues.${queue}`)}
                </th>
                <td className="figures py-1.5 pl-3 text-end">{number.format(waiting)}</td>
                <td
                  className={cx(
                    'figures py-1.5 pl-3 text-end whitespace-nowrap',
                    seconds > longWait && 'font-semibold text-warning',
                  )}
                >
                  {waiting === 0 ? '—' : formatDuration(seconds, locale)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Part part="backups" level={levels.backups}>
        <Fact name="schedule">
          {backups.every === null
            ? t('noSchedule')
            : t('every', { duration: formatDuration(backups.every, locale) })}
        </Fact>
        <Fact name="newest">
          {backups.count === null ? t('unreached') : <At instant={backups.newest} none={t('noBackup')} />}
        </Fact>
        {backups.count !== null && <Fact name="kept">{number.format(backups.count)}</Fact>}
      </Part>
      <Part part="drill" level={levels.drill}>
        <Fact name="last">
          <At instant={drill?.at ?? null} none={t('noDrill')} />
        </Fact>
        {drill !== null && <Fact name="came">{t(drill.isWhole ? 'whole' : 'notWhole')}</Fact>}
        {drill !== null && <Fact name="of">{drill.backup}</Fact>}
      </Part>
      <Part part="disk" level={levels.disk}>
        <Fact name="free">{disk.free === null ? '—' : bytes(disk.free)}</Fact>
      </Part>
      <Part part="mail" level={levels.mail}>
        <Fact name="state">{t(`mail.${mail.state}`)}</Fact>
        {mail.server !== null && <Fact name="host">{mail.server}</Fact>}
      </Part>
    </div>
  )
}

const tones: Record<StatusLevel, Tone> = { ok: 'success', warning: 'attention', problem: 'danger' }

const PartHeading = ({ title, level }: { title: string; level: StatusLevel }) => {
  const { t } = useTranslation('server-status')
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <h2 className="text-base font-semibold">{title}</h2>
      <StatusBadge tone={tones[level]}>{t(`levels.${level}`)}</StatusBadge>
    </div>
  )
}

type PartProps = { part: Exclude<StatusPart, 'queues'>; level: StatusLevel; children: ReactNode }

/** One part; what to do about it is below what was found. */
const Part = ({ part, level, children }: PartProps) => {
  const { t } = useTranslation('server-status')
  const title = t(`parts.${part}`)
  const step = part === 'server' || level === 'ok' ? null : t(`steps.${part}`)
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4"
    >
      <PartHeading title={title} level={level} />
      <dl className="flex flex-col text-sm">{children}</dl>
      {step !== null && <p className="text-sm text-ink-muted">{step}</p>}
    </section>
  )
}

type FactProps = { name: string; children: ReactNode }

const Fact = ({ name, children }: FactProps) => {
  const { t } = useTranslation('server-status')
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-1.5 first:border-0">
      <dt className="text-ink-muted">{t(`facts.${name}`)}</dt>
      <dd className="figures min-w-0 text-end break-words">{children}</dd>
    </div>
  )
}

const At = ({ instant, none }: { instant: string | null; none: string }) => {
  const { country } = useWorkspace()
  if (instant === null) return none
  return <RelativeTime value={instant} timeZone={countries[country].timeZone} />
}

export default withQueries(StatusScreen)
