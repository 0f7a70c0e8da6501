import { Command } from 'cmdk'
import { memo, type ReactElement } from 'react'
import { Icon } from '../ui/icons/icon.tsx'
import type { IconName } from '../ui/icons/icon-set.ts'
import { Keycap } from '../ui/keys/keycap.tsx'
import type { Translate } from './results/command-item.ts'
import type { PaletteItem } from './results/palette-item.ts'
import { shortReason } from './results/wording.ts'

/**
 * The id of an option follows its item, not its element: when another item takes the first place while one types, the
 * field's `aria-activedescendant` changes and a screen reader announces it.
 */
export const optionId = (item: string): string => `palette-option-${encodeURIComponent(item)}`

export type PaletteRowProps = {
  item: PaletteItem
  t: Translate
  /** From 1, and of how many: not all of them are rendered. */
  position: number
  count: number
  /** Only renders the row again: cmdk marks it, and reads the mark from the document in the same commit to scroll to it. */
  isHighlighted: boolean
  /** The same over all renders. */
  onSelect: (id: string) => void
}

/**
 * One row, of as few elements as possible: a key renders all that are in view. A refused one is not disabled: it stays
 * reachable, so that its reason can be read. Always mounted for cmdk, which would otherwise move its highlight to the first
 * row whenever a row goes.
 */
export const PaletteRow = memo(function PaletteRow(props: PaletteRowProps) {
  const { item, t, position, count, onSelect } = props
  const { detail, note, refusal } = item
  const tone = refusal ? 'refused' : item.danger ? 'danger' : 'plain'
  const keys = item.pick ?? item.keys
  return (
    <Command.Item
      asChild
      forceMount
      value={item.id}
      onSelect={onSelect}
      aria-posinset={position}
      aria-setsize={count}
      aria-keyshortcuts={item.pick}
      className={rowClass[tone]}
    >
      <div id={optionId(item.id)}>
        {iconOf(item.icon, tone === 'danger')}
        <span className={wordsClass}>
          {item.title}
          {detail && <span className={detailClass}>{detail}</span>}
        </span>
        {note && <span className="shrink-0 text-sm text-ink-muted">{note}</span>}
        {refusal && <Refusal reason={shortReason(refusal, t)} t={t} />}
        {keys !== undefined && keycapOf(keys)}
      </div>
    </Command.Item>
  )
}, isSameRow)

const rowBase =
  'flex min-h-9 cursor-default items-center gap-x-2.5 rounded-md px-2.5 py-1.5 max-sm:flex-wrap select-none aria-selected:bg-selected pointer-coarse:min-h-11'
const rowClass = {
  plain: rowBase,
  refused: `${rowBase} text-ink-faint`,
  danger: `${rowBase} text-danger`,
} as const

/** One line of text, cut at its end; on a phone the quieter half stands below, and both may take more than one. */
const wordsClass = 'min-w-0 flex-1 wrap-anywhere sm:truncate'
const detailClass = 'figures text-sm text-ink-muted max-sm:line-clamp-2 sm:pl-2'

const Refusal = ({ reason, t }: { reason: string; t: Translate }) => (
  <span className="flex shrink-0 items-center gap-1 text-xs text-ink-muted max-sm:order-last max-sm:basis-full max-sm:pl-6.5 sm:max-w-1/2">
    <Icon name="ban" size={12} />
    <span className="sr-only">{t('palette:unavailable', { reason: '' })}</span>
    <span className="sm:truncate">{reason}</span>
  </span>
)

/** One React element for each icon and keycap: a row that keeps them has nothing to compare. */
const made = new Map<string, ReactElement>()

const once = (key: string, make: () => ReactElement): ReactElement => {
  const known = made.get(key) ?? make()
  made.set(key, known)
  return known
}

const iconOf = (name: IconName, isDanger: boolean): ReactElement =>
  once(`${isDanger} ${name}`, () => <Icon name={name} className={isDanger ? '' : 'text-ink-muted'} />)

const keycapOf = (keys: string): ReactElement =>
  once(`keys ${keys}`, () => <Keycap keys={keys} isDecoration />)

/** The properties of an item that a row shows. What choosing it does is looked up by id. */
const shown = ['id', 'title', 'detail', 'note', 'icon', 'keys', 'pick', 'danger', 'refusal'] as const

function isSameRow(before: PaletteRowProps, next: PaletteRowProps): boolean {
  return (
    before.position === next.position &&
    before.count === next.count &&
    before.isHighlighted === next.isHighlighted &&
    before.t === next.t &&
    (before.item === next.item || shown.every((name) => before.item[name] === next.item[name]))
  )
}
