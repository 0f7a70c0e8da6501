// biome-ignore-all lint/a11y/useSemanticElements: a table cannot keep its rows out of the page; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keyboard.
import { flexRender, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, memo, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import {
  type PreviewHeader,
  type PreviewTableRow,
  previewColumns,
  previewFeatures,
} from './preview-columns.tsx'
import { type PreviewRow, remarksOf } from './preview-rows.ts'

/** As high as a row of the style sheet's `h-8`; the header, which covers the first of them, is as high. */
const ROW_HEIGHT = 32

/** Rows rendered above and below those in view. */
const OVERSCAN = 8

/** The rows of a sheet, of which only those in view are in the page. Up and Down move; below stands all that is said of one. */
export const PreviewTable = ({ rows, onEnter }: { rows: PreviewRow[]; onEnter: () => void }) => {
  const { t } = useTranslation('import')
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const at = Math.min(active, rows.length - 1)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    initialRect: { width: 0, height: 600 },
  })
  const items = virtualizer.getVirtualItems()
  const [first, end] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
  const data = useMemo(() => rows.slice(first, end), [rows, first, end])
  const table = useTable({ features: previewFeatures, columns: previewColumns, data }, () => null)
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const isRendered = at >= first && at < end

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const page = Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? 0) / ROW_HEIGHT) - 2)
    if (event.key === 'Enter' && !event.repeat) onEnter()
    const move = moves[event.key]
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const target = Math.max(0, Math.min(rows.length - 1, move(at, page, rows.length)))
    setActive(target)
    virtualizer.scrollToIndex(target)
  }

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        aria-label={t('preview.table')}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={isRendered ? `${id}-${at}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={{ '--preview-columns': tracks(headers) } as CSSProperties}
        className="min-h-0 flex-1 overflow-auto border-y border-line bg-surface text-sm"
      >
        <div
          role="row"
          aria-rowindex={1}
          className={cx(rowClass, 'sticky top-0 z-10 min-w-max border-b border-line bg-canvas')}
        >
          {headers.map(({ id, column: { columnDef } }) => (
            <span
              key={id}
              role="columnheader"
              className={cx(
                'truncate px-2 text-xs font-medium text-ink-muted',
                columnDef.meta?.className?.includes('text-right') && 'text-right',
              )}
            >
              {t(columnDef.meta?.headingKey ?? '')}
            </span>
          ))}
        </div>
        <div role="rowgroup" className="relative min-w-max" style={{ height: virtualizer.getTotalSize() }}>
          {table.getRowModel().rows.map((row, step) => (
            <PreviewLine
              key={row.original.row}
              id={`${id}-${first + step}`}
              row={row}
              index={first + step}
              top={(items[step]?.start ?? 0) - ROW_HEIGHT}
              isActive={first + step === at}
              onPick={setActive}
            />
          ))}
        </div>
      </div>
      <Remarks row={rows[at]} />
    </>
  )
}

const rowClass = 'grid grid-cols-(--preview-columns) h-8 items-center'

const tracks = (headers: readonly PreviewHeader[]): string =>
  headers
    .map((header) =>
      header.column.columnDef.meta?.grows ? `minmax(${header.getSize()}px, 1fr)` : `${header.getSize()}px`,
    )
    .join(' ')

type PreviewLineProps = {
  id: string
  row: PreviewTableRow
  index: number
  /** Below the header. */
  top: number
  isActive: boolean
  onPick: (index: number) => void
}

/** One row of the sheet: how it stands, what was read, and which cells are wrong. */
const Line = ({ id, row, index, top, isActive, onPick }: PreviewLineProps) => {
  const { t } = useTranslation(['import', 'errors'])
  const wrong = new Set<string | null>(row.original.problems.map(({ column }) => column))
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      title={remarksOf(row.original, t).join('\n') || undefined}
      onClick={() => onPick(index)}
      className={cx(
        rowClass,
        'absolute inset-x-0 border-b border-line',
        isActive && 'bg-selected shadow-[inset_2px_0_0_var(--accent)]',
      )}
      style={{ top }}
    >
      {row.getAllCells().map((cell) => (
        <span
          key={cell.id}
          role="gridcell"
          aria-invalid={wrong.has(cell.column.id) || undefined}
          className={cx(
            'px-2',
            cell.column.columnDef.meta?.className,
            wrong.has(cell.column.id) && 'bg-danger-soft text-danger',
          )}
        >
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </span>
      ))}
    </div>
  )
}

/** The table makes new rows whenever the view moves: what is rendered is said by the row of the sheet. */
const PreviewLine = memo(
  Line,
  (was, is) =>
    was.row.original === is.row.original &&
    was.id === is.id &&
    was.isActive === is.isActive &&
    was.onPick === is.onPick,
)

const moves: Record<string, (at: number, page: number, count: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: (_, __, count) => count - 1,
}

/** All that is said about the row that the keyboard is on, in full. */
const Remarks = ({ row }: { row: PreviewRow | undefined }) => {
  const { t } = useTranslation(['import', 'errors'])
  const remarks = row === undefined ? [] : remarksOf(row, t)
  return (
    <div role="status" className="min-h-10 px-4 py-2 text-sm text-ink desk:px-6">
      {remarks.length > 0 && (
        <p>
          <span className="figures mr-2 text-ink-muted">
            {t('preview.row')} {row?.row}
          </span>
          {remarks.join(' ')}
        </p>
      )}
    </div>
  )
}
