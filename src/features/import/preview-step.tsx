import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { Correction } from '../../../domain/orders/import/corrections.ts'
import type { HiddenRows } from '../../../domain/orders/import/hidden-rows.ts'
import {
  type ImportMode,
  type ImportReport,
  importModes,
} from '../../../domain/orders/import/import-report.ts'
import { isShopFile } from '../../../domain/orders/import/shop-headers.ts'
import type { ImportContext } from '../../../machines/import/import-types.ts'
import type { RunningJob } from '../../api/long-work.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner, ProgressBar, StatusBadge } from '../../ui/feedback/status.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useCommandKeys, useNextSteps } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { EmptyProduct, Proposal, Sent } from './bind-import.ts'
import { previewColumns } from './preview-columns.tsx'
import {
  countClosed,
  countDoubts,
  countDuplicates,
  countHidden,
  countLeftOut,
  countRepeats,
  isDoubt,
  isLikelyDuplicate,
  needsLook,
  previewRows,
  saidColumns,
  withoutEmptyStock,
} from './preview-rows.ts'
import { PreviewTable } from './preview-table.tsx'

type PreviewStepProps = {
  context: ImportContext
  preview: ImportReport
  canImport: boolean
  isUploading: boolean
  /** The server's dry run is under way. */
  isChecking: boolean
  /** The job that writes the orders, if any. */
  job: RunningJob | null
  /** Upload progress. */
  sent: Sent | null
  suggest: (text: string) => readonly Proposal[]
  /** There is no product to refer to, so no row can be valid. */
  hasNoProduct: boolean
  emptyProducts: readonly EmptyProduct[]
  onCorrect: (correction: Correction) => void
  /** Leaves a row out, or takes it in again. */
  onToggle: (row: number) => void
  /** Which columns were read as what. */
  columns: ReactNode
  onlyProblems: boolean
  onOnlyProblems: (onlyProblems: boolean) => void
  onChoose: () => void
  onMode: (mode: ImportMode) => void
  onHidden: (hiddenRows: HiddenRows) => void
  onImport: () => void
  onCancel: () => void
}

/** Preview of an import by row. */
export const PreviewStep = (props: PreviewStepProps) => {
  const {
    context,
    preview: whole,
    canImport,
    isUploading,
    isChecking,
    job,
    sent,
    suggest,
    hasNoProduct,
    emptyProducts,
    onCorrect,
    onToggle,
    columns: readColumns,
    onlyProblems,
    onOnlyProblems,
    onChoose,
    onMode,
    onHidden,
    onImport,
    onCancel,
  } = props
  const { t } = useTranslation(['import', 'jobs'])
  const filterKeys = useCommandKeys()('import.problems')
  const preview = useMemo(() => withoutEmptyStock(whole, emptyProducts), [whole, emptyProducts])
  const rows = useMemo(() => previewRows(preview), [preview])
  const shown = useMemo(() => (onlyProblems ? rows.filter(needsLook) : rows), [rows, onlyProblems])
  const isShop = isShopFile(preview.format)
  const { ignoredColumns, hiddenRows: hidden = 0, hiddenColumns = [], otherSheets = [] } = preview
  const said = [...saidColumns(preview)].toSorted().join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only which columns these are.
  const columns = useMemo(() => previewColumns(saidColumns(preview), isShop), [said, isShop])
  const whyNot =
    canImport || isUploading ? null : t(preview.valid === 0 ? 'preview.nothing' : 'preview.blocked')
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 px-4 pb-3 lg:px-6">
        <div className="flex min-w-0 flex-1 basis-52 flex-col gap-1.5 max-sm:basis-full">
          <p className="truncate font-medium">{context.file?.name}</p>
          <Counts preview={preview} />
        </div>
        <div className="flex flex-col">
          <Checkbox checked={onlyProblems} onCheckedChange={onOnlyProblems} className="h-8">
            <span className="inline-flex items-center gap-2">
              {t('preview.onlyProblems')}
              {filterKeys && <Keycap keys={filterKeys} isDecoration className="max-sm:hidden" />}
            </span>
          </Checkbox>
          {hidden > 0 && (
            <Checkbox
              checked={context.hiddenRows === 'import'}
              disabled={isUploading}
              onCheckedChange={(isImported) => onHidden(isImported ? 'import' : 'skip')}
              className="h-8"
            >
              {t('preview.hidden', { count: hidden })}
            </Checkbox>
          )}
        </div>
        <Field label={t('preview.mode.label')} className="w-44">
          <Select
            value={context.mode}
            options={importModes.map((value) => ({ value, label: t(`preview.mode.${value}`) }))}
            onValueChange={onMode}
          />
        </Field>
        {isUploading ? (
          <Button keys="Escape" onClick={onCancel}>
            {t('jobs:cancel')}
          </Button>
        ) : (
          <Button icon="upload" keys="o" onClick={onChoose}>
            {t('preview.another')}
          </Button>
        )}
        <Button variant="primary" pending={isUploading} whyNot={whyNot} keys="Mod+Enter" onClick={onImport}>
          {isUploading ? t('uploading') : t('preview.import', { count: preview.valid })}
        </Button>
      </div>
      {/* As high as its bar at all times, so that rows do not move while they are checked. */}
      <div className="px-4 pb-2 empty:hidden sm:min-h-9 sm:empty:block lg:px-6">
        {isUploading &&
          (job === null ? (
            <ProgressBar label={t('progress.sending')} done={sent?.sent} total={sent?.total} unit="byte" />
          ) : (
            <ProgressBar label={t('progress.writing')} done={job.done} total={job.total ?? undefined} />
          ))}
        {isChecking && <ProgressBar label={t('progress.checking')} />}
      </div>
      {readColumns}
      <div className="flex flex-col gap-1 px-4 pb-2 text-sm text-ink-muted empty:hidden lg:px-6">
        {countDuplicates(preview) > 0 && (
          <p>
            {t('preview.duplicatesKept')}{' '}
            <span className="pointer-coarse:hidden">{t('preview.spaceLeavesOut')}</span>
          </p>
        )}
        {!isShop && ignoredColumns.length > 0 && (
          <p>{t('preview.ignored', { columns: ignoredColumns.join(', ') })}</p>
        )}
        {hiddenColumns.length > 0 && (
          <p>{t('preview.hiddenColumns', { columns: hiddenColumns.join(', ') })}</p>
        )}
        {otherSheets.length > 0 && <p>{t('preview.otherSheets', { sheets: otherSheets.join(', ') })}</p>}
      </div>
      {hasNoProduct && <NoProduct />}
      {emptyProducts.length > 0 && <NoStock products={emptyProducts} />}
      {shown.length > 0 ? (
        <PreviewTable
          key={`${context.file?.key} ${context.country} ${onlyProblems}`}
          rows={shown}
          columns={columns}
          isReadOnly={isUploading}
          suggest={suggest}
          onCorrect={onCorrect}
          onToggle={onToggle}
        />
      ) : (
        <p className="px-4 py-10 text-center text-ink-muted">{t('preview.none')}</p>
      )}
    </>
  )
}

const productSources = ['product.create', 'go.store'] as const

/** How to get a first product: sellers take an offer, the company creates one. */
const NoProduct = () => {
  const { t } = useTranslation('import')
  const { user } = useWorkspace()
  const isOwn = scopeOf(user, 'order.import') === 'own'
  const [step] = useNextSteps(productSources, ['page:import'])
  return (
    <Banner tone="warning" action={step}>
      {t(isOwn ? 'preview.noOwnProduct' : 'preview.noProduct')}
    </Banner>
  )
}

/** Their orders are created, and wait for goods. More of each is requested in the palette, over this page. */
const NoStock = ({ products }: { products: readonly EmptyProduct[] }) => {
  const { t } = useTranslation('import')
  const { ports, user } = useWorkspace()
  const mayRequest = scopeOf(user, 'product.restock') !== null
  const request = (id: string) => () =>
    ports.openPalette({ command: 'product.restock', record: { resource: 'products', id } })
  const [only, ...others] = products
  if (only === undefined) return null
  const label = t('preview.requestStock')
  if (others.length === 0) {
    const action = mayRequest ? { label, onPress: request(only.id) } : undefined
    return (
      <Banner tone="warning" action={action}>
        {t('preview.noStockOf', { name: only.name })}
      </Banner>
    )
  }
  return (
    <div className="border-b border-warning-line bg-warning-soft [&>:first-child]:border-b-0">
      <Banner tone="warning">{t('preview.noStock', { count: products.length })}</Banner>
      <ul className="flex max-h-56 flex-wrap gap-x-8 gap-y-1 overflow-y-auto px-4 pb-2 text-sm lg:px-6">
        {products.map(({ id, name }) => (
          <li key={id} className="flex min-h-7 min-w-0 max-w-full items-center gap-2">
            <span className="min-w-0 truncate font-medium">{name}</span>
            {mayRequest && (
              <Button size="sm" aria-label={`${label}, ${name}`} onClick={request(id)}>
                {label}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Counts = ({ preview }: { preview: ImportReport }) => {
  const { total, valid, invalid, notes } = preview
  const repeats = countRepeats(preview)
  const leftOut = countLeftOut(preview)
  const closed = countClosed(preview)
  const skipped = preview.skipped - countHidden(preview) - repeats - leftOut - closed
  const { t } = useTranslation('import')
  const duplicates = countDuplicates(preview)
  const doubts = countDoubts(preview)
  const remarks = notes.filter((note) => !isLikelyDuplicate(note) && !isDoubt(note)).length
  return (
    <p role="status" className="flex flex-wrap items-center gap-1.5">
      <span className="figures mr-1 text-sm text-ink-muted">{t('preview.rows', { count: total })}</span>
      <StatusBadge tone="success">{t('preview.valid', { count: valid })}</StatusBadge>
      {invalid > 0 && <StatusBadge tone="danger">{t('preview.invalid', { count: invalid })}</StatusBadge>}
      {repeats > 0 && (
        <StatusBadge tone="warning" icon="copy">
          {t('preview.repeated', { count: repeats })}
        </StatusBadge>
      )}
      {closed > 0 && <StatusBadge tone="neutral">{t('preview.closed', { count: closed })}</StatusBadge>}
      {leftOut > 0 && <StatusBadge tone="neutral">{t('preview.leftOut', { count: leftOut })}</StatusBadge>}
      {skipped > 0 && <StatusBadge tone="neutral">{t('preview.skipped', { count: skipped })}</StatusBadge>}
      {duplicates > 0 && (
        <StatusBadge tone="warning" icon="copy">
          {t('preview.duplicates', { count: duplicates })}
        </StatusBadge>
      )}
      {doubts > 0 && <StatusBadge tone="warning">{t('preview.doubts', { count: doubts })}</StatusBadge>}
      {remarks > 0 && <StatusBadge tone="info">{t('preview.notes', { count: remarks })}</StatusBadge>}
    </p>
  )
}
