import type { AnyRecord } from '../../commands/command-context.ts'
import type { PaneProps, PaneSubject } from '../../palette/palette-view.ts'
import { type AnyColumn, columnsOf } from './columns-of.ts'
import { PreviewHeader } from './preview-header.tsx'

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
        {count > shown.length && (
          <li className="figures flex min-h-7 items-center pl-16 text-ink-muted">
            {view.t('preview:others', { count: count - shown.length })}
          </li>
        )}
      </ul>
    </>
  )
}
