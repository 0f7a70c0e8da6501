import {
  type ColumnDef,
  columnSizingFeature,
  type Header,
  metaHelper,
  type Row,
  tableFeatures,
} from '@tanstack/react-table'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { type ImportColumn, importColumnNames } from '../../../domain/orders/import/import-columns.ts'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { headingKeys, markOf, type PreviewRow, type RowMark, rowTones } from './preview-rows.ts'

type PreviewColumnMeta = {
  /** Locale keys of the heading; the first that has a text. */
  headingKey: string | string[]
  className?: string
  /** Takes the remaining width. */
  grows?: boolean
  /** The field of the column, if its cells can be corrected. */
  field?: ImportColumn
}

export const previewFeatures = tableFeatures({
  columnSizingFeature,
  columnMeta: metaHelper<PreviewColumnMeta>(),
})

export type PreviewColumn = ColumnDef<typeof previewFeatures, PreviewRow>
export type PreviewHeader = Header<typeof previewFeatures, PreviewRow, unknown>
export type PreviewTableRow = Row<typeof previewFeatures, PreviewRow>

const markIcons: Partial<Record<RowMark, IconName>> = { repeat: 'copy', duplicate: 'copy', leftOut: 'minus' }

const StateCell = ({ row }: { row: PreviewTableRow }) => {
  const { t } = useTranslation('import')
  const mark = markOf(row.original)
  const { repeats } = row.original
  return (
    <StatusBadge tone={rowTones[mark]} icon={markIcons[mark]}>
      {mark === 'repeat' && repeats === null
        ? t('status.repeatInFile')
        : t(`status.${mark}`, { row: repeats })}
    </StatusBadge>
  )
}

const ValueCell = ({ row, column }: { row: PreviewTableRow; column: { id: string } }) => {
  const { i18n } = useTranslation('import')
  const value = row.original.values[column.id as ImportColumn]
  if (value === null) return '—'
  if (typeof value === 'number') return numberFormat(localeOf(i18n.language)).format(value)
  return column.id === 'customerPhone' ? formatPhone(value) : value
}

const valueColumn = (
  field: ImportColumn,
  size: number,
  meta?: Partial<PreviewColumnMeta>,
): PreviewColumn => ({
  id: field,
  size,
  cell: ValueCell,
  meta: { headingKey: headingKeys(field), field, ...meta },
})

const figures = { className: 'figures sm:text-right' }
const wideOnPhones = { className: 'max-sm:col-span-2' }

const firstColumns: PreviewColumn[] = [
  {
    id: 'row',
    size: 56,
    cell: ({ row }) => row.original.row,
    meta: {
      headingKey: 'import:preview.row',
      className: `${figures.className} text-ink-muted`,
    },
  },
  { id: 'state', size: 160, cell: StateCell, meta: { headingKey: 'import:preview.state' } },
  valueColumn('product', 160, wideOnPhones),
  valueColumn('customerName', 144),
  valueColumn('customerPhone', 168),
  valueColumn('customerAddress', 144, { grows: true, ...wideOnPhones }),
  valueColumn('quantity', 88, figures),
  valueColumn('price', 104, figures),
]

const otherFields = importColumnNames.filter((name) => firstColumns.every(({ id }) => id !== name))

/** Identifying columns, and others with problems or notes. Orders of a shop are known by their reference. */
export const previewColumns = (said: ReadonlySet<ImportColumn>, isShop = false): PreviewColumn[] => {
  const [row, state, ...values] = firstColumns as [PreviewColumn, PreviewColumn, ...PreviewColumn[]]
  const others = otherFields.filter((field) => said.has(field) && !(isShop && field === 'externalRef'))
  return [
    row,
    state,
    ...(isShop ? [valueColumn('externalRef', 152)] : []),
    ...values,
    ...others.map((field) => valueColumn(field, 176)),
  ]
}
