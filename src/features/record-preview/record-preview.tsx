import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Change } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import type { AnyRecord } from '../../commands/command-context.ts'
import type { PaneProps, PaneSubject } from '../../palette/results/palette-view.ts'
import { actionOf, changeActions } from '../../resources/shared/change-actions.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { type AnyColumn, columnsOf, isFact, PreviewHeader, pictureOf } from './preview-header.tsx'
import { useRecordFacts } from './use-record-facts.ts'

/** The newest line of a record's history: what was done, when, by whom. */
export const LastChange = ({ change, country }: { change: Change; country: CountryCode }) => {
  const { t } = useTranslation(['journal', 'preview'])
  const action = actionOf(change.verb)
  return (
    <footer className="flex items-start gap-2 border-t border-line px-4 py-2.5 text-sm">
      <Icon
        name={change.undoes === null ? changeActions[action] : 'undo'}
        size={14}
        className="mt-0.5 text-ink-muted"
      />
      <p className="min-w-0 flex-1">
        <span className="sr-only">{t('preview:last')} </span>
        {t(`verb.${action}`)}
        {change.undoes !== null && ` · ${t('isUndo')}`}
        <span className="text-ink-muted">
          {' · '}
          {change.actorName ?? t('server')}
          {' · '}
          <RelativeTime
            value={change.at}
            timeZone={countries[country].timeZone}
            style="short"
            focusable={false}
          />
        </span>
      </p>
    </footer>
  )
}

type RecordPreviewProps = {
  subject: Extract<PaneSubject, { kind: 'record' }>
  view: PaneProps['view']
}

/** A record of any resource: what its list's columns show, as far as there is something in them. */
export const RecordPreview = ({ subject: { record: ref, title, hit, known }, view }: RecordPreviewProps) => {
  const { facts, phase } = useRecordFacts(ref, { api: view.context.ports.api, actor: view.context.actor })
  const record = facts?.record ?? known
  const { resource } = ref
  const columns = columnsOf(resource)
  const number = record?.number ?? hit?.number
  const cell = (place: AnyColumn['narrow']): ReactNode =>
    record && columns.find(({ narrow }) => narrow === place)?.cell(record)
  return (
    <>
      <PreviewHeader
        icon={resource}
        above={number === undefined ? view.t(`${resource}:one`) : view.t(`${resource}:numbered`, { number })}
        title={cell('title') ?? hit?.title ?? title}
        side={cell('side')}
        picture={pictureOf(record)}
      />
      {record && <Facts columns={columns} record={record} view={view} />}
      {!record && phase === 'slow' && <Skeleton lines={7} className="px-4 py-3" />}
      {!record && phase === 'failed' && (
        <p className="flex items-center gap-2 px-4 py-3 text-sm text-ink-muted">
          <Icon name="info" size={14} />
          {view.t('preview:failed')}
        </p>
      )}
      {facts?.last && <LastChange change={facts.last} country={facts.record.country} />}
    </>
  )
}

type FactsProps = { columns: readonly AnyColumn[]; record: AnyRecord; view: PaneProps['view'] }

const Facts = ({ columns, record, view }: FactsProps) => (
  // What does not fit whole goes to a second column, which is out of sight: no line is cut in two.
  <dl className="flex min-h-0 flex-1 flex-col flex-wrap content-start gap-x-6 gap-y-1 overflow-hidden px-4 py-3 text-sm">
    {columns
      .filter(isFact)
      .toSorted(shownFirst)
      .map(({ id, header, cell }) => (
        // What says nothing is not shown: a preview has no columns to keep.
        <div key={id} className="flex w-full items-baseline gap-3 has-data-nothing:hidden">
          <dt className="w-26 shrink-0 truncate text-ink-muted" title={view.t(header)}>
            {view.t(header)}
          </dt>
          <dd className="min-w-0 flex-1 [&_.truncate]:line-clamp-2 [&_.truncate]:whitespace-normal">
            {cell(record)}
          </dd>
        </div>
      ))}
  </dl>
)

/** What the list hides says less. */
const shownFirst = (a: AnyColumn, b: AnyColumn): number =>
  Number(a.hidden ?? false) - Number(b.hidden ?? false)
