import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { markPreviewsOutdated } from '../../api/query-client.ts'
import type { AnyRecord } from '../../commands/command-context.ts'
import { keywordsKey } from '../../commands/run-command.ts'
import type { PaletteItem } from '../../palette/results/palette-item.ts'
import type { PaletteView, PaneProps, PaneSubject } from '../../palette/results/palette-view.ts'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { CustomerPreview } from './customer-preview.tsx'
import { type AnyColumn, columnsOf, PreviewHeader } from './preview-header.tsx'
import { RecordPreview } from './record-preview.tsx'

/** A command that acts on nothing in view: its name whole, its keys, what else it is found by, and why it cannot be run. */
export const ItemPreview = ({ item, view }: { item: PaletteItem; view: PaletteView }) => {
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

/** As many as there is room for. */
const most = 10

/** The records that a command would be run on: how many, and those of them that are loaded. */
export const SelectionPreview = ({ subject, view }: SelectionPreviewProps) => {
  const { resource, count, records } = subject
  const columns = columnsOf(resource)
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

/** The pane next to the palette's list. A record is read once for each opening of the palette. */
export const PreviewPane = ({ subject, view }: PaneProps) => {
  const client = useQueryClient()
  useEffect(() => () => markPreviewsOutdated(client), [client])
  switch (subject.kind) {
    case 'record':
      return <RecordPreview subject={subject} view={view} />
    case 'selection':
      return <SelectionPreview subject={subject} view={view} />
    case 'customer':
      return <CustomerPreview subject={subject} view={view} />
    case 'item':
      return <ItemPreview item={subject.item} view={view} />
    case 'nothing':
      return null
  }
}
