// biome-ignore-all lint/a11y/useSemanticElements: a table cannot keep its rows out of the page; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell.
import { useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtom } from '@xstate/store-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Correction } from '../../../domain/orders/import/corrections.ts'
import type { ImportColumn } from '../../../domain/orders/import/import-columns.ts'
import { isPhoneWidth } from '../../stores/browser.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { KeyHints } from '../../ui/kbd/keycap.tsx'
import type { Proposal } from './bind-import.ts'
import { type PreviewColumn, type PreviewHeader, previewFeatures } from './preview-columns.tsx'
import { type EditStep, lineClass, lineHeight, PreviewLine } from './preview-line.tsx'
import {
  canToggle,
  isMisnamed,
  isRowLeftOut,
  isWrong,
  markOf,
  type PreviewRow,
  proposalWords,
  remarksOf,
} from './preview-rows.ts'

type PreviewTableProps = {
  rows: PreviewRow[]
  columns: PreviewColumn[]
  /** While uploading. */
  isReadOnly: boolean
  suggest: (text: string) => readonly Proposal[]
  onCorrect: (correction: Correction) => void
  /** Leaves a row out, or takes it in again. */
  onToggle: (row: number) => void
}

const HEADER_HEIGHT = 32
const ROW_HEIGHT = 32

/** Rows rendered beyond the view on each side. */
const OVERSCAN = 8

/** A cell by row and column index. */
type Place = { row: number; column: number }

/**
 * Virtualised rows of a sheet. Focused initially, at the first cell to correct: arrows move, Enter accepts the only suggestion
 * or edits, F2 edits, Space leaves the row out or takes it in. A digit, `+` or `#` replaces the text of an invalid row's cell;
 * letters are shortcuts of the screen.
 */
export const PreviewTable = ({
  rows,
  columns,
  isReadOnly,
  suggest,
  onCorrect,
  onToggle,
}: PreviewTableProps) => {
  const { t } = useTranslation(['import', 'orders', 'errors'])
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const firstProposal = useRef<HTMLButtonElement>(null)
  const fields = useMemo(() => columns.map(({ meta }) => meta?.field), [columns])
  const names = useMemo(() => columns.map((column) => String(column.id)), [columns])
  const [asked, setActive] = useState<Place>(() => wrongFrom(rows, names, { row: 0, column: -1 }) ?? start)
  const [editing, setEditing] = useState<string | null>(null)
  /** The cell just corrected: moves on once it is valid. */
  const corrected = useRef<{ row: number; column: string } | null>(null)
  const at = { row: Math.min(asked.row, rows.length - 1), column: Math.min(asked.column, names.length - 1) }
  const activeRow = rows[at.row]
  const canLeave = activeRow !== undefined && !isReadOnly && canToggle(activeRow)
  const isPhone = useAtom(isPhoneWidth)
  // Cards name their cells themselves.
  const headerHeight = isPhone ? 0 : HEADER_HEIGHT
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      rows[index] === undefined ? ROW_HEIGHT : lineHeight(rows[index], isPhone ? columns.length : null),
    overscan: OVERSCAN,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    initialRect: { width: 0, height: 600 },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that was put right is lower, and so is one of a wide window.
  useLayoutEffect(() => virtualizer.measure(), [rows, columns, isPhone])
  const items = virtualizer.getVirtualItems()
  const [first, end] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
  const data = useMemo(() => rows.slice(first, end), [rows, first, end])
  const table = useTable({ features: previewFeatures, columns, data }, () => null)
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const isRendered = at.row >= first && at.row < end
  const activeId = `${id}-${at.row}-${names[at.column]}`

  const goTo = (place: Place) => {
    setActive(place)
    setEditing(null)
    virtualizer.scrollToIndex(place.row)
  }
  useEffect(() => {
    scroller.current?.focus({ preventScroll: true })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the first cell to correct.
  useEffect(() => virtualizer.scrollToIndex(at.row), [])
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what a correction has come to moves on.
  useEffect(() => {
    const last = corrected.current
    corrected.current = null
    if (last === null) return
    const row = rows.findIndex((one) => one.row === last.row)
    const column = names.indexOf(last.column)
    if (row >= 0 && isWrong(rows[row]!, last.column)) return
    // A row that left the filter is replaced by the next one.
    const next = wrongFrom(rows, names, row >= 0 ? { row, column } : { row: at.row, column: -1 })
    if (next !== null) goTo(next)
  }, [rows])

  const correct = (place: Place, value: string) => {
    const [row, field] = [rows[place.row], fields[place.column]]
    if (row === undefined || field === undefined) return
    corrected.current = { row: row.row, column: field }
    onCorrect({ row: row.row, column: field, value })
  }
  const edit = (place: Place, text?: string): boolean => {
    const [row, field] = [rows[place.row], fields[place.column]]
    if (isReadOnly || row === undefined || field === undefined) return false
    setActive(place)
    setEditing(text ?? String(row.values[field] ?? ''))
    return true
  }
  const proposalsAt = (place: Place): readonly Proposal[] => {
    const row = rows[place.row]
    if (row === undefined || isReadOnly || !isMisnamed(row, fields[place.column] ?? '')) return []
    return suggest(String(row.values.product ?? ''))
  }
  /** Accepts the only suggestion; of several, focuses the first one below the table. */
  const accept = (place: Place): boolean => {
    const [first, other] = proposalsAt(place)
    if (first === undefined) return false
    if (other === undefined && first.kind === 'name') correct(place, first.value)
    else firstProposal.current?.focus()
    return true
  }
  // Memoised lines read the latest callbacks from here.
  const acts = useRef({ edit, accept, correct, at, names, fields })
  acts.current = { edit, accept, correct, at, names, fields }
  const onPress = useCallback((row: number, name: string) => {
    const column = acts.current.names.indexOf(name)
    const { at } = acts.current
    if (at.row === row && at.column === column && acts.current.edit(at)) return
    setEditing(null)
    setActive({ row, column })
  }, [])
  const onAccept = useCallback((row: number, name: string) => {
    acts.current.accept({ row, column: acts.current.names.indexOf(name) })
    scroller.current?.focus({ preventScroll: true })
  }, [])
  const onEdited = useCallback((text: string | null, step: EditStep) => {
    const { at, fields, correct } = acts.current
    setEditing(null)
    scroller.current?.focus({ preventScroll: true })
    if (text !== null) correct(at, text)
    if (step === 'next') return
    corrected.current = null
    const column = at.column + step
    if (fields[column] !== undefined) setActive({ row: at.row, column })
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const isTaken = onBareKey(event)
    if (!isTaken) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onBareKey = ({ key, repeat }: KeyboardEvent): boolean => {
    if (key === 'Enter') return !repeat && (accept(at) || edit(at))
    if (key === 'F2') return edit(at)
    const page = Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? 0) / ROW_HEIGHT) - 2)
    const move = moves[key]
    if (move !== undefined) {
      const moved = move(at, page, rows.length)
      goTo({
        row: Math.max(0, Math.min(rows.length - 1, moved.row)),
        column: Math.max(0, Math.min(names.length - 1, moved.column)),
      })
      return true
    }
    if (key === ' ') {
      if (!repeat && canLeave) onToggle(activeRow.row)
      // Never scrolls the active row away.
      return true
    }
    return activeRow?.status === 'invalid' && /^[\d+#]$/.test(key) && edit(at, key)
  }

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        aria-label={t('preview.table')}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-readonly={isReadOnly || undefined}
        aria-activedescendant={isRendered ? activeId : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={
          {
            '--preview-columns': tracks(headers),
            // A whole card; the page scrolls.
            ...(isPhone && { minHeight: '55dvh' }),
          } as CSSProperties
        }
        className="min-h-0 flex-1 overflow-auto border-y border-line bg-surface text-sm"
      >
        {/* As wide as all columns, so that absolutely positioned rows are coloured to their end. */}
        <div role="presentation" className="w-max min-w-full max-sm:w-full">
          <div
            role="row"
            aria-rowindex={1}
            className={cx(lineClass, 'sticky top-0 z-20 h-8 border-b border-line bg-canvas max-sm:sr-only')}
          >
            {headers.map(({ id, column: { columnDef } }) => (
              <span
                key={id}
                role="columnheader"
                className={cx(
                  'self-center truncate px-2 text-xs font-medium text-ink-muted',
                  columnDef.meta?.className?.includes('text-right') && 'text-right',
                )}
              >
                {t(columnDef.meta?.headingKey ?? '')}
              </span>
            ))}
          </div>
          <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {table.getRowModel().rows.map((row, step) => (
              <PreviewLine
                key={row.original.row}
                id={`${id}-${first + step}`}
                row={row}
                index={first + step}
                top={(items[step]?.start ?? 0) - headerHeight}
                height={items[step]?.size ?? ROW_HEIGHT}
                activeColumn={first + step === at.row ? (names[at.column] ?? null) : null}
                editing={first + step === at.row ? editing : null}
                suggest={suggest}
                onPress={onPress}
                onAccept={onAccept}
                onEdited={onEdited}
              />
            ))}
          </div>
        </div>
      </div>
      <Remarks
        row={activeRow}
        onToggle={canLeave ? () => onToggle(activeRow.row) : null}
        field={isReadOnly ? undefined : fields[at.column]}
        proposals={proposalsAt(at)}
        first={firstProposal}
        onAccept={({ value }) => {
          correct(at, value)
          scroller.current?.focus({ preventScroll: true })
        }}
        onLeave={() => scroller.current?.focus({ preventScroll: true })}
        onEdit={() => edit(at)}
      />
    </>
  )
}

const start: Place = { row: 0, column: 0 }

/** The next cell to correct, row by row, or null. */
const wrongFrom = (rows: readonly PreviewRow[], names: readonly string[], from: Place): Place | null => {
  for (let row = from.row; row < rows.length; row++) {
    const column = names.findIndex(
      (name, place) => (row > from.row || place > from.column) && isWrong(rows[row]!, name),
    )
    if (column >= 0) return { row, column }
  }
  return null
}

const tracks = (headers: readonly PreviewHeader[]): string =>
  headers
    .map((header) =>
      header.column.columnDef.meta?.grows ? `minmax(${header.getSize()}px, 1fr)` : `${header.getSize()}px`,
    )
    .join(' ')

const moves: Record<string, (at: Place, page: number, count: number) => Place> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageDown: ({ row, column }, page) => ({ row: row + page, column }),
  PageUp: ({ row, column }, page) => ({ row: row - page, column }),
  Home: ({ column }) => ({ row: 0, column }),
  End: ({ column }, _, count) => ({ row: count - 1, column }),
}

type RemarksProps = {
  row: PreviewRow | undefined
  /** Field of the active cell, if editable. */
  field: ImportColumn | undefined
  proposals: readonly Proposal[]
  first: Ref<HTMLButtonElement>
  /** Null where the row is skipped anyway. */
  onToggle: (() => void) | null
  onAccept: (proposal: Proposal) => void
  /** Returns focus to the table. */
  onLeave: () => void
  onEdit: () => void
}

/** All remarks on the active row, with actions for its cell. */
const Remarks = ({ row, field, proposals, first, onToggle, onAccept, onLeave, onEdit }: RemarksProps) => {
  const { t } = useTranslation(['import', 'orders', 'errors'])
  const remarks = row === undefined ? [] : remarksOf(row, t)
  const near = proposals.find(({ kind }) => kind === 'name')?.value
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-sm text-ink lg:px-6">
      <div role="status" className="min-w-0 flex-1 basis-60">
        {row !== undefined && (
          <p>
            <span className="figures mr-2 text-ink-muted">
              {t('preview.row')} {row.row}
            </span>
            {remarks.length === 0 ? t(`status.${markOf(row)}`) : remarks.join(' ')}
            {near !== undefined && ` ${t('preview.didYouMean', { name: near })}`}
          </p>
        )}
      </div>
      {proposals.map((proposal, index) => (
        <Button
          key={proposal.value}
          ref={index === 0 ? first : undefined}
          size="sm"
          icon="check"
          keys={index === 0 ? 'Enter' : undefined}
          onClick={() => onAccept(proposal)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onLeave()
          }}
        >
          {proposalWords(proposal, t)}
        </Button>
      ))}
      {field !== undefined && proposals.length === 0 && (
        <Button size="sm" icon="pencil" keys="Enter" onClick={onEdit}>
          {t('preview.edit')}
        </Button>
      )}
      {row !== undefined && onToggle !== null && (
        <Button size="sm" icon={isRowLeftOut(row) ? 'plus' : 'minus'} keys="Space" onClick={onToggle}>
          {t(isRowLeftOut(row) ? 'preview.takeIn' : 'preview.leaveOut')}
        </Button>
      )}
      <KeyHints hints={[{ keys: 'Mod+Enter', label: t('preview.importHint') }]} />
    </div>
  )
}
