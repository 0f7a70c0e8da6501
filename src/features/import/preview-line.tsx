// biome-ignore-all lint/a11y/useSemanticElements: a table cannot keep its rows out of the page; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keyboard.
import { flexRender } from '@tanstack/react-table'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import type { Proposal } from './bind-import.ts'
import type { PreviewTableRow } from './preview-columns.tsx'
import { isMisnamed, isRowLeftOut, reasonsAt, remarksOf } from './preview-rows.ts'

/** Cell to activate next: right, left, or the next to correct. */
export type EditStep = 1 | -1 | 'next'

export type PreviewLineProps = {
  id: string
  row: PreviewTableRow
  index: number
  /** Pixels below the header. */
  top: number
  height: number
  /** The active column, if it is in this row. */
  activeColumn: string | null
  /** Initial text of the open editor, or null. */
  editing: string | null
  suggest: (text: string) => readonly Proposal[]
  onPress: (index: number, column: string) => void
  onAccept: (index: number, column: string) => void
  /** Null: unchanged. */
  onEdited: (text: string | null, step: EditStep) => void
}

/** On phones a row is a card: two columns of cells, each under its name. */
export const lineClass = 'grid grid-cols-(--preview-columns) items-stretch max-sm:grid-cols-2'

/** One sheet row: state, values, reasons at wrong cells. */
const Line = (props: PreviewLineProps) => {
  const { id, row, index, top, height, activeColumn, editing, suggest, onPress, onAccept, onEdited } = props
  const { t } = useTranslation(['import', 'orders', 'errors'])
  const { original } = row
  const isRepeated = original.repeats !== null || original.repeatedBy.length > 0
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={activeColumn !== null}
      title={remarksOf(original, t).join('\n') || undefined}
      className={cx(
        lineClass,
        'absolute inset-x-0 border-b border-line',
        isRowLeftOut(original) && 'text-ink-muted line-through',
        activeColumn !== null
          ? 'bg-selected shadow-[inset_2px_0_0_var(--accent)]'
          : isRepeated
            ? 'bg-warning-soft'
            : 'bg-surface',
      )}
      style={{ top, height }}
    >
      {row.getAllCells().map((cell) => {
        const { id: key, column } = cell
        const { className, field, headingKey } = column.columnDef.meta ?? {}
        const isActive = column.id === activeColumn
        const reasons = reasonsAt(original, column.id, t)
        const written = String(original.values[field ?? 'product'] ?? '')
        const [first, other] = isMisnamed(original, column.id) ? suggest(written) : []
        // Several suggestions are listed below the table instead.
        const near = first?.kind === 'name' && other === undefined ? first.value : null
        const why = near === null ? reasons.join(' ') : t('preview.didYouMean', { name: near })
        return (
          <div
            key={key}
            id={`${id}-${column.id}`}
            role="gridcell"
            aria-readonly={field === undefined || undefined}
            aria-invalid={reasons.length > 0 || undefined}
            title={reasons.length > 0 ? [...reasons, ...(near === null ? [] : [why])].join(' ') : undefined}
            onClick={() => onPress(index, column.id)}
            className={cx(
              'relative flex min-w-0 flex-col justify-center px-2',
              className,
              reasons.length > 0 && 'bg-danger-soft text-danger',
              isActive && 'shadow-[inset_0_0_0_2px_var(--accent)]',
            )}
          >
            {column.id !== 'state' && (
              <span aria-hidden="true" className="truncate text-2xs text-ink-muted sm:hidden">
                {t(headingKey ?? '')}
              </span>
            )}
            <span className="max-w-full truncate">
              {flexRender(column.columnDef.cell, cell.getContext())}
            </span>
            {near !== null && (
              <button
                type="button"
                tabIndex={-1}
                aria-label={why}
                onClick={(event) => {
                  event.stopPropagation()
                  onAccept(index, column.id)
                }}
                className="max-w-full truncate text-left text-xs font-medium text-accent-text underline underline-offset-2"
              >
                → {near}
              </button>
            )}
            {near === null && why !== '' && (
              <span className="line-clamp-2 text-2xs leading-tight text-danger">{why}</span>
            )}
            {isActive && editing !== null && (
              <CellEditor
                label={t('preview.editCell', { field: t(headingKey ?? ''), row: original.row })}
                start={editing}
                written={written}
                reason={reasons.join(' ')}
                onEdited={onEdited}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

type CellEditorProps = {
  label: string
  start: string
  /** The cell's present text. */
  written: string
  reason: string
  onEdited: PreviewLineProps['onEdited']
}

/** Editor over a cell: Enter and Tab accept, Escape cancels. */
const CellEditor = ({ label, start, written, reason, onEdited }: CellEditorProps) => {
  const [text, setText] = useState(start)
  const isOver = useRef(false)
  const end = (step: EditStep, isKept = true) => {
    if (isOver.current) return
    isOver.current = true
    onEdited(isKept && text !== written ? text : null, step)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Only keys with Ctrl reach grid and screen.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    // Accepts the typed text.
    else if (event.key === 'Enter') end('next')
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const act = editorKeys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act(end, event.shiftKey)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: opened by a key on its cell.
      autoFocus
      aria-label={label}
      aria-description={reason || undefined}
      aria-invalid={reason !== '' || undefined}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
      onBlur={() => end('next')}
      className="absolute inset-0 z-10 w-full min-w-0 border-2 border-accent bg-raised px-1.5 text-left text-ink outline-none pointer-coarse:text-lg"
    />
  )
}

type EndEdit = (step: EditStep, isKept?: boolean) => void

const editorKeys: Record<string, (end: EndEdit, isShifted: boolean) => void> = {
  Enter: (end) => end('next'),
  Tab: (end, isShifted) => end(isShifted ? -1 : 1),
  Escape: (end) => end('next', false),
}

/** Compared by sheet row, because the table creates new row objects whenever the view moves. */
export const PreviewLine = memo(
  Line,
  (was, is) =>
    was.row.original === is.row.original &&
    was.id === is.id &&
    was.top === is.top &&
    was.height === is.height &&
    was.activeColumn === is.activeColumn &&
    was.editing === is.editing &&
    was.suggest === is.suggest &&
    was.onPress === is.onPress &&
    was.onAccept === is.onAccept &&
    was.onEdited === is.onEdited,
)

/** Rows with a reason are one line higher. `cells`: on phones, where they are below each other. */
export const lineHeight = (
  { status, problems }: PreviewTableRow['original'],
  cells: number | null = null,
): number => {
  const hasReason = status !== 'skipped' && problems.some(({ column }) => column !== null)
  if (cells === null) return hasReason ? 56 : 32
  return Math.ceil((cells + WIDE_CELLS) / 2) * (hasReason ? 68 : 44)
}

/** Product and address take a line of a card each. */
const WIDE_CELLS = 2
