import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Change } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { keywordsKey } from '../../commands/run-command.ts'
import type { PaletteItem } from '../../palette/results/palette-item.ts'
import type { PaletteView, PaneProps, PaneSubject } from '../../palette/results/palette-view.ts'
import { resourceActions } from '../../resources/resource-commands.ts'
import { actionOf, changeActions } from '../../resources/shared/change-actions.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { authorWords } from '../changes/author-words.ts'
import { type AnyColumn, isFact, pictureOf, previewColumnsOf } from '../records/record-facts.ts'
import { CustomerPreview } from './customer-preview.tsx'
import { PreviewHeader } from './preview-header.tsx'
import { useRecordFacts } from './use-record-facts.ts'

/** Preview of a command without a target: full label, keys, keywords, reason of a refusal. */
const ItemPreview = ({ item, view }: { item: PaletteItem; view: PaletteView }) => {
  const { t, registry } = view
  const command = item.act.kind === 'invoke' ? registry.get(item.act.invocation.command) : undefined
  const keys = registry.bindings.filter((binding) => binding.command === command?.id)
  const given = item.act.kind === 'invoke' ? item.act.invocation.args : {}
  const asks = (command?.args ?? [])
    .filter(({ name }) => given[name] === undefined)
    .map(({ name }) => t(`commands:${command?.id}.args.${name}`))
  return (
    <>
      <PreviewHeader icon={item.icon} above={item.detail ?? t('preview:action')} title={item.title} />
      <dl className="flex flex-col gap-3 px-4 py-3 text-sm">
        {item.refusal && <Line name={t('preview:why')}>{t(`errors:${item.refusal}`)}</Line>}
        {keys.length > 0 && (
          <Line name={t('preview:key')}>
            <span className="flex flex-wrap gap-x-3 gap-y-1">
              {[...new Set(keys.map((binding) => binding.keys))].map((one) => (
                <Keycap isSubject key={one} keys={one} />
              ))}
            </span>
          </Line>
        )}
        {asks.length > 0 && <Line name={t('preview:asks')}>{asks.join(' ')}</Line>}
        {command && command.text === undefined && (
          <Line name={t('preview:words')}>{wordsOf(t(keywordsKey(command)))}</Line>
        )}
      </dl>
    </>
  )
}

type TextPreviewProps = { subject: Extract<PaneSubject, { kind: 'text' }>; view: PaletteView }

/** The whole text that the row would send. */
const TextPreview = ({ subject: { item, text }, view }: TextPreviewProps) => (
  <>
    <PreviewHeader icon={item.icon} above={view.t('preview:action')} title={item.title} />
    <p dir="auto" className="overflow-y-auto px-4 py-3 text-sm whitespace-pre-line wrap-anywhere">
      {text}
    </p>
  </>
)

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col gap-0.5">
    <dt className="text-ink-muted">{name}</dt>
    <dd className="line-clamp-3">{children}</dd>
  </div>
)

const wordsOf = (keywords: string): string =>
  keywords
    .split(',')
    .map((word) => word.trim())
    .join(', ')

type SelectionPreviewProps = {
  subject: Extract<PaneSubject, { kind: 'selection' }>
  view: PaneProps['view']
}

/** Maximum number of records listed. */
const most = 10

/** Preview of the target records: their number and the loaded ones. */
const SelectionPreview = ({ subject, view }: SelectionPreviewProps) => {
  const { resource, count, records } = subject
  const columns = previewColumnsOf(resource)
  const shown = records.slice(0, most)
  const cell = (record: AnyRecord, place: AnyColumn['narrow']) =>
    columns.find(({ narrow }) => narrow === place)?.cell(record)
  return (
    <>
      <PreviewHeader
        icon="list-checks"
        above={view.t(`${resource}:title`)}
        title={view.t(`${resource}:count`, { count })}
      />
      <ul className="flex min-h-0 flex-1 flex-col overflow-hidden px-4 py-2 text-sm">
        {shown.map((record) => (
          <li key={record.id} className="flex min-h-7 items-center gap-2">
            <span className="figures w-14 shrink-0 text-ink-muted">{record.number}</span>
            <span className="flex min-w-0 flex-1">{cell(record, 'title')}</span>
            {cell(record, 'side')}
          </li>
        ))}
        {shown.length > 0 && count > shown.length && (
          <li className="figures flex min-h-7 items-center pl-16 text-ink-muted">
            {view.t('preview:others', { count: count - shown.length })}
          </li>
        )}
      </ul>
    </>
  )
}

/** The palette's preview pane. Records are fetched once per opening. */
export const PreviewPane = ({ subject, view }: PaneProps) => {
  switch (subject.kind) {
    case 'record':
      return <RecordPreview subject={subject} view={view} />
    case 'selection':
      return <SelectionPreview subject={subject} view={view} />
    case 'customer':
      return <CustomerPreview subject={subject} view={view} />
    case 'text':
      return <TextPreview subject={subject} view={view} />
    case 'item':
      return <ItemPreview item={subject.item} view={view} />
    case 'nothing':
      return null
  }
}

/** Latest history line of a record. */
const LastChange = ({ change, country }: { change: Change; country: CountryCode }) => {
  const { t } = useTranslation(['history', 'preview'])
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
          {authorWords(t, change) ?? t('server')}
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

/** Preview of a record: non-empty columns of its list. */
const RecordPreview = ({ subject: { record: ref, title, hit, known }, view }: RecordPreviewProps) => {
  const { facts, phase } = useRecordFacts(ref, { api: view.context.ports.api, actor: view.context.actor })
  const record = facts?.record ?? known
  const { resource } = ref
  const columns = previewColumnsOf(resource)
  const number = record?.number ?? hit?.number
  const cell = (place: AnyColumn['narrow']): ReactNode =>
    record && columns.find(({ narrow }) => narrow === place)?.cell(record)
  return (
    <>
      <PreviewHeader
        icon={resourceActions[resource].icon}
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
  // Overflow wraps to a second column, which is hidden: no line is cut.
  <dl className="flex min-h-0 flex-1 flex-col flex-wrap content-start gap-x-6 gap-y-1 overflow-hidden px-4 py-3 text-sm">
    {columns
      .filter(isFact)
      .toSorted(shownFirst)
      .map(({ id, header, cell }) => (
        // Empty values are hidden.
        <div key={id} className="flex w-full items-baseline gap-3 has-data-nothing:hidden">
          <dt className="w-26 shrink-0 leading-tight wrap-anywhere hyphens-auto text-ink-muted">
            {view.t(header)}
          </dt>
          <dd className="min-w-0 flex-1 [&_.truncate]:line-clamp-2 [&_.truncate]:whitespace-normal">
            {cell(record)}
          </dd>
        </div>
      ))}
  </dl>
)

/** Columns hidden by default come last. */
const shownFirst = (a: AnyColumn, b: AnyColumn): number =>
  Number(a.hidden ?? false) - Number(b.hidden ?? false)
