// biome-ignore-all lint/a11y/useSemanticElements: the ARIA grid pattern: rows that keys act on.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/buttons/button.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import type { IconName } from '../ui/icons/icon-set.ts'
import { KeyHints } from '../ui/kbd/keycap.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { columnState, defaultLayout, gridColumnState, useColumnLayout } from './column-layout.ts'
import { MAX_NARROW, MENU_WIDTH, roomIn, useNaturalWidths } from './column-widths.ts'
import type { ListColumn } from './list-column.ts'
import type { ListRecord } from './list-source.ts'
import { type ListTable, type ListTableColumn, useListTable } from './list-table.ts'

export type ColumnsDialogProps<T> = {
  columns: readonly ListColumn<T>[]
  /** The grid's storage key. */
  storageKey: string
  /** Width of the grid in pixels, for which the column widths are shown. */
  gridWidth: number
  open: boolean
  onClose: () => void
}

type Act = 'show' | 'pin' | 'narrow' | 'widen' | 'up' | 'down'

/** Dialog to show, hide, order, resize and pin columns, by keys or buttons. */
export const ColumnsDialog = <T extends ListRecord>({
  columns,
  storageKey,
  gridWidth,
  open,
  onClose,
}: ColumnsDialogProps<T>) => {
  const { t, i18n } = useTranslation('table')
  const [layout, setLayout] = useColumnLayout(storageKey)
  const natural = useNaturalWidths(storageKey, i18n.language)
  const state = useMemo(() => {
    const own = columnState(columns, layout, natural)
    if (gridWidth <= MAX_NARROW) return own
    const fitted = gridColumnState(columns, layout, roomIn(gridWidth) - MENU_WIDTH, natural)
    return { ...own, columnSizing: { ...own.columnSizing, ...fitted.columnSizing } }
  }, [columns, layout, natural, gridWidth])
  const table = useListTable<T>({ columns, records: noRecords, state, layout, onLayoutChange: setLayout })
  const [at, setAt] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const id = useId()
  const ordered = table.getAllLeafColumns()

  const act = (index: number, what: Act) => {
    const column = ordered[index]
    if (column === undefined) return
    const isLast = column.getIsVisible() && table.getVisibleLeafColumns().length === 1
    if (what === 'show' && isLast) return
    acts[what](column, table)
    const moved = what === 'up' ? -1 : what === 'down' ? 1 : 0
    go(index + moved)
  }
  const go = (index: number) => {
    const next = Math.min(Math.max(index, 0), ordered.length - 1)
    setAt(next)
    document.getElementById(`${id}-${ordered[next]?.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey
    const what = acted(event.key, isMod)
    if (what !== null) act(at, what)
    else if (!isMod && event.key in steps) go(at + (steps[event.key] ?? 0))
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('columns.choose')}
      description={t('columns.lead')}
      initialFocus={grid}
      footer={
        <>
          <Button variant="ghost" icon="rotate-ccw" onClick={() => setLayout(defaultLayout)}>
            {t('columns.reset')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('columns.done')}
          </Button>
        </>
      }
    >
      <div
        ref={grid}
        role="grid"
        tabIndex={0}
        aria-label={t('columns.choose')}
        aria-activedescendant={`${id}-${ordered[at]?.id}`}
        aria-rowcount={ordered.length}
        className="group max-h-[46vh] overflow-y-auto rounded-md border border-line"
        onKeyDown={onKeyDown}
      >
        {ordered.map((column, index) => (
          <ColumnLine
            key={column.id}
            id={`${id}-${column.id}`}
            index={index}
            name={t(column.columnDef.meta?.header ?? '')}
            width={column.getSize()}
            isActive={index === at}
            isShown={column.getIsVisible()}
            isPinned={column.getIsPinned() !== false}
            onAct={(what) => act(index, what)}
          />
        ))}
      </div>
      <KeyHints
        className="mt-3"
        hints={[
          { keys: 'Space', label: t('columns.hints.show') },
          { keys: 'p', label: t('columns.hints.pin') },
          { keys: 'ArrowRight', label: t('columns.hints.widen') },
          { keys: 'ArrowLeft', label: t('columns.hints.narrow') },
          { keys: 'Mod+ArrowUp', label: t('columns.hints.up') },
          { keys: 'Mod+ArrowDown', label: t('columns.hints.down') },
        ]}
      />
    </Dialog>
  )
}

type ColumnLineProps = {
  id: string
  index: number
  name: string
  width: number
  isActive: boolean
  isShown: boolean
  isPinned: boolean
  onAct: (what: Act) => void
}

const ColumnLine = ({ id, index, name, width, isActive, isShown, isPinned, onAct }: ColumnLineProps) => {
  const { t } = useTranslation('table')
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isActive}
      className="flex min-h-9 items-center gap-2 border-b border-line px-2.5 last:border-b-0 hover:bg-hover group-focus-visible:aria-selected:outline-2 group-focus-visible:aria-selected:-outline-offset-2 group-focus-visible:aria-selected:outline-focus aria-selected:bg-selected"
    >
      <div role="gridcell" className="flex items-center">
        <Checkbox
          tabIndex={-1}
          aria-label={t('columns.show', { column: name })}
          checked={isShown}
          onCheckedChange={() => onAct('show')}
        />
      </div>
      <div role="gridcell" className={`min-w-0 flex-1 truncate ${isShown ? '' : 'text-ink-muted'}`}>
        {name}
      </div>
      <div role="gridcell" className="figures text-xs text-ink-muted">
        {t('columns.width', { width })}
      </div>
      <div role="gridcell" className="flex items-center">
        <LineButton
          icon="pin"
          label={t('columns.pin', { column: name })}
          pressed={isPinned}
          onPress={() => onAct('pin')}
        />
        <LineButton icon="arrow-up" label={t('columns.up', { column: name })} onPress={() => onAct('up')} />
        <LineButton
          icon="arrow-down"
          label={t('columns.down', { column: name })}
          onPress={() => onAct('down')}
        />
      </div>
    </div>
  )
}

type LineButtonProps = { icon: IconName; label: string; pressed?: boolean; onPress: () => void }

/** For the mouse only: the grid's keys do the same, so it is no tab stop. */
const LineButton = ({ icon, label, pressed, onPress }: LineButtonProps) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={label}
    aria-pressed={pressed}
    title={label}
    className="inline-flex size-7 items-center justify-center rounded-md text-ink-faint hover:bg-raised hover:text-ink aria-pressed:text-accent-text pointer-coarse:size-11"
    onClick={onPress}
  >
    <Icon name={icon} size={14} />
  </button>
)

type ActOn = <T extends ListRecord>(column: ListTableColumn<T>, table: ListTable<T>) => void

const widthStep = 16

const acts: Record<Act, ActOn> = {
  show: (column) => column.toggleVisibility(),
  pin: (column) => column.pin(column.getIsPinned() ? false : 'start'),
  narrow: (column, table) => widen(column, table, -widthStep),
  widen: (column, table) => widen(column, table, widthStep),
  up: ({ id }, table) => table.setColumnOrder((order) => movedBy(order, id, -1)),
  down: ({ id }, table) => table.setColumnOrder((order) => movedBy(order, id, 1)),
}

function widen<T extends ListRecord>(column: ListTableColumn<T>, table: ListTable<T>, by: number): void {
  table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: column.getSize() + by }))
}

/** Swaps with its neighbour among all columns, including hidden ones. */
function movedBy(order: string[], id: string, by: 1 | -1): string[] {
  const from = order.indexOf(id)
  const neighbour = order[from + by]
  return from < 0 || neighbour === undefined ? order : order.with(from, neighbour).with(from + by, id)
}

const noRecords: readonly never[] = []

const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

const bare: Readonly<Record<string, Act>> = {
  ' ': 'show',
  p: 'pin',
  P: 'pin',
  з: 'pin',
  ArrowLeft: 'narrow',
  ArrowRight: 'widen',
}

const withMod: Readonly<Record<string, Act>> = { ArrowUp: 'up', ArrowDown: 'down' }

const acted = (key: string, isMod: boolean): Act | null => (isMod ? withMod : bare)[key] ?? null
