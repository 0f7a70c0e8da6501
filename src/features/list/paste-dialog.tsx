import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { readCarrierSheet } from '../../../domain/carrier-sheet/carrier-sheet.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { columnKeys, readTable } from '../../../domain/search/pasted-table.ts'
import { maxKeys, type ResolvedKeys, splitRecordKeys } from '../../../domain/search/record-keys.ts'
import { codeOf } from '../../../machines/failure.ts'
import { queryKeys } from '../../api/query-client.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { isOrderTable, offerTable } from '../import/offered-table.ts'
import { findKeyColumn, type KeyColumn, KeyColumnField } from './key-column.tsx'
import { PastedKeys, useCopyLines } from './pasted-keys.tsx'
import { SheetDialog } from './sheet-dialog.tsx'

type PasteDialogProps = {
  resource: ResourceName
  text: string
  /** Filter of the list: only its records are selected. */
  where: Where
  onSelect: (ids: readonly string[]) => void
  onClose: () => void
}

/** Interprets a paste: a carrier's sheet in the parcel list, else a table or list of keys. */
export const PasteDialog = withQueries((props: PasteDialogProps) => {
  const { user, country } = useWorkspace()
  const { resource, text } = props
  const [isSheet] = useState(
    () =>
      resource === 'shippings' &&
      scopeOf(user, 'shipping.apply-sheet') !== null &&
      readCarrierSheet(text, country) !== null,
  )
  return isSheet ? <SheetDialog {...props} /> : <KeysDialog {...props} />
})

/**
 * Resolves pasted numbers, codes, phones or references. Of a table, the column with matches is used, and can be changed. Enter
 * selects what was found in the list; the rest is listed to be copied.
 */
const KeysDialog = ({ resource, text, where, onSelect, onClose }: PasteDialogProps) => {
  const { t } = useTranslation(['paste', 'errors', resource])
  const { api, country, ports, user } = useWorkspace()
  const copy = useCopyLines('paste:copied')
  const [table] = useState(() => readTable(text, country))
  const [isImport] = useState(
    () => resource === 'orders' && scopeOf(user, 'order.import') !== null && isOrderTable(text),
  )
  const [chosen, setChosen] = useState<KeyColumn | null>(table === null ? 'all' : null)
  const pastedKeys = (column: KeyColumn) =>
    column === 'all' || table === null ? splitRecordKeys(text, country) : columnKeys(table, column)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.pasted(resource, text, chosen, where, country),
    queryFn: async ({ signal }) => {
      const column = chosen ?? (await findKeyColumn(api, resource, table!, { country, signal }))
      const keys = pastedKeys(column)
      const isAsked = keys.length > 0 && keys.length <= maxKeys
      const resolved = isAsked ? await api.resolve(resource, keys, { country, list: where, signal }) : nothing
      return { column, resolved }
    },
    gcTime: 0,
  })
  const resolved = data?.resolved ?? nothing
  const column = chosen ?? data?.column ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text, the table and the country never change.
  const keys = useMemo(() => (column === null ? [] : pastedKeys(column)), [column])
  const outside = resolved.found.filter(({ isListed }) => !isListed)
  const listed = resolved.found.filter(({ isListed }) => isListed)
  const ids = [...new Set(listed.map(({ id }) => id))]
  const left = [...outside, ...resolved.ambiguous].map(({ key }) => key).concat(resolved.unknown)
  /** Nothing in the list: these are new orders. */
  const isOnlyImport = isImport && !isPending && !error && ids.length === 0
  const isTooMany = keys.length > maxKeys
  const more = (count: number) => t('paste:more', { count })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('paste:title', {
        count: Math.min(column === null ? (table?.rows.length ?? 0) : keys.length, maxKeys),
      })}
      description={
        <span role="status">
          {isTooMany
            ? t('paste:tooMany', { max: maxKeys })
            : error
              ? t(`errors:${codeOf(error)}`)
              : isPending
                ? t('paste:loading')
                : words(resolved, t)}
        </span>
      }
      footer={
        <>
          {left.length > 0 && (
            <Button variant="ghost" icon="copy" onClick={() => void copy(left)}>
              {t('paste:copy', { count: left.length })}
            </Button>
          )}
          {isImport && (
            <Button
              key={isOnlyImport ? 'only' : 'also'}
              icon="upload"
              variant={isOnlyImport ? 'primary' : 'secondary'}
              keys={isOnlyImport ? 'Enter' : undefined}
              autoFocus={isOnlyImport}
              onClick={() => {
                offerTable(text)
                onClose()
                ports.navigate(paths.importOrders())
              }}
            >
              {t('paste:import')}
            </Button>
          )}
          {isOnlyImport ? null : error ? (
            <Button variant="primary" keys="Enter" autoFocus onClick={() => void refetch()}>
              {t('paste:retry')}
            </Button>
          ) : (
            <Button
              key={isPending ? 'loading' : 'ready'}
              variant="primary"
              keys="Enter"
              // Focus stays after changing the column.
              autoFocus={table === null || chosen === null}
              pending={isPending}
              whyNot={ids.length === 0 ? t('paste:nothing') : null}
              onClick={() => {
                onSelect(ids)
                onClose()
              }}
            >
              {t('paste:select', { count: ids.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {table !== null && column !== null && (
          <KeyColumnField table={table} column={column} withAll onChange={setChosen} />
        )}
        {resolved.ambiguous.length > 0 && (
          <PastedKeys
            title={t('paste:ambiguousTitle')}
            keys={resolved.ambiguous.map(({ key, count }) => `${key} · ${t(`${resource}:count`, { count })}`)}
            more={more}
          />
        )}
        {outside.length > 0 && (
          <PastedKeys title={t('paste:outsideTitle')} keys={outside.map(({ key }) => key)} more={more} />
        )}
        {resolved.unknown.length > 0 && (
          <PastedKeys title={t('paste:unknownTitle')} keys={resolved.unknown} more={more} />
        )}
        {listed.length > 0 && (
          <PastedKeys title={t('paste:foundTitle')} keys={listed.map(({ key }) => key)} more={more} />
        )}
      </div>
    </Dialog>
  )
}

const nothing: ResolvedKeys = { found: [], unknown: [], ambiguous: [] }

type Translate = ReturnType<typeof useTranslation>['t']

const words = ({ found, unknown, ambiguous }: ResolvedKeys, t: Translate): string => {
  const outside = found.filter(({ isListed }) => !isListed).length
  return [
    t('paste:found', { count: new Set(found.map(({ id }) => id)).size }),
    ...(outside > 0 ? [t('paste:outside', { count: outside })] : []),
    ...(unknown.length > 0 ? [t('paste:unknown', { count: unknown.length })] : []),
    ...(ambiguous.length > 0 ? [t('paste:ambiguous', { count: ambiguous.length })] : []),
  ].join(', ')
}
