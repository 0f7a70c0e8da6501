import {
  type ColumnDef,
  columnSizingFeature,
  type Header,
  metaHelper,
  type Row,
  tableFeatures,
} from '@tanstack/react-table'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/languages.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { ImportColumn } from '../../../domain/orders/import/import-columns.ts'
import { cx } from '../../ui/cx.ts'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { markOf, type PreviewRow, rowTones } from './preview-rows.ts'

type PreviewColumnMeta = {
  /** Key of the heading. */
  headingKey: string
  className?: string
  /** Takes the room that the others leave. */
  grows?: boolean
}

export const previewFeatures = tableFeatures({
  columnSizingFeature,
  columnMeta: metaHelper<PreviewColumnMeta>(),
})

type PreviewColumn = ColumnDef<typeof previewFeatures, PreviewRow>
export type PreviewHeader = Header<typeof previewFeatures, PreviewRow, unknown>
export type PreviewTableRow = Row<typeof previewFeatures, PreviewRow>

const StateCell = ({ row }: { row: PreviewTableRow }) => {
  const { t } = useTranslation('import')
  const mark = markOf(row.original)
  return <StatusBadge tone={rowTones[mark]}>{t(`status.${mark}`)}</StatusBadge>
}

const ValueCell = ({ row, column }: { row: PreviewTableRow; column: { id: string } }) => {
  const { i18n } = useTranslation('import')
  const value = row.original.values[column.id as ImportColumn]
  if (value === null) return '—'
  if (typeof value === 'number') return value.toLocaleString(localeOf(i18n.language))
  return column.id === 'customerPhone' ? formatPhone(value) : value
}

const valueColumn = (id: ImportColumn, size: number, meta?: Partial<PreviewColumnMeta>): PreviewColumn => ({
  id,
  size,
  cell: ValueCell,
  meta: { headingKey: `import:columns.${id}`, ...meta, className: cx('truncate', meta?.className) },
})

const figures = { className: 'figures text-right' }

/** The columns that tell an order from another; the others are read, and said where they are wrong. */
export const previewColumns: PreviewColumn[] = [
  {
    id: 'row',
    size: 64,
    cell: ({ row }) => row.original.row,
    meta: { headingKey: 'import:preview.row', className: 'figures text-right text-ink-muted' },
  },
  {
    id: 'state',
    size: 144,
    cell: StateCell,
    meta: { headingKey: 'import:preview.state', className: 'flex' },
  },
  valueColumn('product', 192),
  valueColumn('customerName', 160),
  valueColumn('customerPhone', 176),
  valueColumn('customerAddress', 160, { grows: true }),
  valueColumn('quantity', 88, figures),
  valueColumn('price', 112, figures),
]
