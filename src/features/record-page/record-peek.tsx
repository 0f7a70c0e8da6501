import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { resourceActions } from '../../resources/resource-commands.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useActiveRecord, useDebouncedValue } from '../../table/use-list-controller.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { PreviewHeader } from '../record-preview/preview-header.tsx'
import { DEBOUNCE_MS } from '../record-preview/use-record-facts.ts'
import { pictureOf } from '../records/record-facts.ts'
import { RecordDetails } from './record-details.tsx'
import { Cell } from './record-page-commands.tsx'
import { useRecord } from './use-live-query.ts'

type RecordPeekProps<R extends ResourceName> = {
  resource: R
  list: ListController<ResourceRecords[R], Where>
}

/**
 * Preview of the active row beside its list, or over it on small screens. The list keeps focus; the preview follows its moves
 * after a pause.
 */
const RecordPeek = <R extends ResourceName>({ resource, list }: RecordPeekProps<R>) => {
  const { t } = useTranslation(['record', resource])
  const { run } = useWorkspace()
  const keysOf = useCommandKeys()
  const record = useDebouncedValue(useActiveRecord(list), DEBOUNCE_MS)
  return (
    <aside
      aria-label={t('record:peek')}
      className="absolute inset-y-0 right-0 z-10 flex w-full max-w-110 flex-col border-l border-line bg-surface shadow-float min-[1100px]:static min-[1100px]:w-104 min-[1100px]:shrink-0 min-[1100px]:shadow-none"
    >
      <div className="absolute top-2 right-2 z-10 flex gap-1">
        <IconButton
          icon="eye"
          label={t(`commands:${resources[resource].noun}.open.label`)}
          keys="Enter"
          size="sm"
          onClick={() => run(`${resources[resource].noun}.open`)}
        />
        <IconButton
          icon="x"
          label={t('common:close')}
          keys={keysOf('list.close-peek')}
          size="sm"
          onClick={() => run('list.close-peek')}
        />
      </div>
      {record === undefined ? (
        <p className="px-4 py-16 text-sm text-ink-muted">{t('record:nothingToPeek')}</p>
      ) : (
        <PeekedRecord key={record.id} resource={resource} row={record} />
      )}
    </aside>
  )
}

const PeekedRecord = <R extends ResourceName>({
  resource,
  row,
}: {
  resource: R
  row: ResourceRecords[R]
}) => {
  const { t } = useTranslation(resource)
  const { data = row } = useRecord(resource, row.id)
  return (
    <>
      <PreviewHeader
        icon={resourceActions[resource].icon}
        above={t(`${resource}:numbered`, { number: row.number })}
        title={<Cell resource={resource} record={data} place="title" />}
        picture={pictureOf(data as AnyRecord)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-4 py-4">
        <div className="mb-3 flex">
          <Cell resource={resource} record={data} place="side" />
        </div>
        <RecordDetails resource={resource} record={data as AnyRecord} isCompact />
      </div>
    </>
  )
}

/** Restores the generic type lost by `withQueries`. */
export default withQueries(RecordPeek as ComponentType<object>) as unknown as typeof RecordPeek
