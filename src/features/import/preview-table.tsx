// biome-ignore-all lint/a11y/useSemanticElements: a table cannot keep its rows out of the page; this is the ARIA grid pattern.
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rowHeight } from './preview-columns.ts'
import { PreviewHeader } from './preview-header.tsx'
import { PreviewLine } from './preview-line.tsx'
import { type PreviewRow, remarksOf } from './preview-rows.ts'

/** Rows above and below the ones in view. */
const spare = 8

/** The rows of a sheet, of which only those in view are in the page. Up and Down move; below stands all that is said of one. */
export const PreviewTable = ({ rows, onEnter }: { rows: PreviewRow[]; onEnter: () => void }) => {
  const { t } = useTranslation('import')
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })
  const [active, setActive] = useState(0)
  const at = Math.min(active, rows.length - 1)
  const current = rows[at]
  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare)
  const shown = rows.slice(first, Math.ceil((view.top + view.height) / rowHeight) + spare)
  const isShown = at >= first && at < first + shown.length
  const measure = ({ scrollTop, clientHeight }: HTMLElement) =>
    setView({ top: scrollTop, height: clientHeight })

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const observer = new ResizeObserver(() =>
      setView({ top: element.scrollTop, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 2)
    if (event.key === 'Enter' && !event.repeat) onEnter()
    const move = moves[event.key]
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const target = Math.max(0, Math.min(rows.length - 1, move(at, page, rows.length)))
    setActive(target)
    reveal(event.currentTarget, target)
  }

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        aria-label={t('preview.table')}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={isShown ? `${id}-${at}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => measure(currentTarget)}
        className="min-h-0 flex-1 overflow-auto border-y border-line bg-surface text-sm"
      >
        <PreviewHeader />
        <div role="rowgroup" className="relative min-w-max" style={{ height: rows.length * rowHeight }}>
          {shown.map((row, step) => (
            <PreviewLine
              key={row.row}
              id={`${id}-${first + step}`}
              row={row}
              index={first + step}
              isActive={row === current}
              onPick={setActive}
            />
          ))}
        </div>
      </div>
      <Remarks row={current} />
    </>
  )
}

const moves: Record<string, (at: number, page: number, count: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: (_, __, count) => count - 1,
}

/** The header takes the place of one row at the top. */
const reveal = (grid: HTMLElement, index: number): void => {
  const [top, bottom] = [index * rowHeight, (index + 2) * rowHeight]
  if (top < grid.scrollTop) grid.scrollTop = top
  else if (bottom > grid.scrollTop + grid.clientHeight) grid.scrollTop = bottom - grid.clientHeight
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
