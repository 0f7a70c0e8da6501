import type { ReactNode } from 'react'
import type { AnyRecord } from '../../commands/command-context.ts'
import type { PaneProps, PaneSubject } from '../../palette/palette-view.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { type AnyColumn, columnsOf, isFact } from './columns-of.ts'
import { LastChange } from './last-change.tsx'
import { PreviewHeader } from './preview-header.tsx'
import { useRecordFacts } from './use-record-facts.ts'

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
