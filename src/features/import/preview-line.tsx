// biome-ignore-all lint/a11y/useSemanticElements: a table cannot keep its rows out of the page; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keyboard.
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/languages.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { ImportColumn } from '../../../domain/orders/import/import-columns.ts'
import { cx } from '../../ui/cx.ts'
import { StatusBadge } from '../../ui/told/status-badge.tsx'
import { figureColumns, previewColumns, rowClass, rowHeight } from './preview-columns.ts'
import { markOf, type PreviewRow, remarksOf, rowTones } from './preview-rows.ts'

type PreviewLineProps = {
  id: string
  row: PreviewRow
  index: number
  isActive: boolean
  onPick: (index: number) => void
}

/** One row of the sheet: how it stands, what was read, and which cells are wrong. */
export const PreviewLine = ({ id, row, index, isActive, onPick }: PreviewLineProps) => {
  const { t, i18n } = useTranslation(['import', 'errors'])
  const mark = markOf(row)
  const wrong = new Set(row.problems.map(({ column }) => column))
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      title={remarksOf(row, t).join('\n') || undefined}
      onClick={() => onPick(index)}
      className={cx(
        rowClass,
        'absolute inset-x-0 border-b border-line',
        isActive && 'bg-selected shadow-[inset_2px_0_0_var(--accent)]',
      )}
      style={{ top: index * rowHeight }}
    >
      <span role="gridcell" className="figures px-2 text-right text-ink-muted">
        {row.row}
      </span>
      <span role="gridcell" className="flex px-2">
        <StatusBadge tone={rowTones[mark]}>{t(`status.${mark}`)}</StatusBadge>
      </span>
      {previewColumns.map((column) => (
        <span
          key={column}
          role="gridcell"
          aria-invalid={wrong.has(column) || undefined}
          className={cx(
            'truncate px-2',
            figureColumns.has(column) && 'figures text-right',
            wrong.has(column) && 'bg-danger-soft text-danger',
          )}
        >
          {written(row, column, localeOf(i18n.language))}
        </span>
      ))}
    </div>
  )
}

const written = ({ values }: PreviewRow, column: ImportColumn, language: string): string => {
  const value = values[column]
  if (value === null) return '—'
  if (typeof value === 'number') return value.toLocaleString(language)
  return column === 'customerPhone' ? formatPhone(value) : value
}
