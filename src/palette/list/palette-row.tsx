import { memo, type ReactElement } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { Keycap } from '../../ui/keys/keycap.tsx'
import type { Translate } from '../sections/command-item.ts'
import type { PaletteItem } from '../sections/palette-item.ts'
import { shortReason } from '../sections/report-words.ts'
import { optionId } from './option-id.ts'

export type PaletteRowProps = {
  item: PaletteItem
  t: Translate
  /** From 1, and of how many: the document need not have them all. */
  position: number
  count: number
  isHighlighted: boolean
}

/**
 * One row, of as few elements as it can have: a key renders all that are in view. One that cannot be run stays reachable,
 * so that its reason can be read. It is rendered again only where it says something else, or where the highlight comes or
 * goes; what the pointer does is heard by the list.
 */
export const PaletteRow = memo(function PaletteRow(props: PaletteRowProps) {
  const { item, t, position, count, isHighlighted } = props
  const { detail, note, refusal } = item
  const tone = refusal ? 'refused' : item.danger ? 'danger' : 'plain'
  const keys = item.pick ?? item.keys
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and says which option is meant.
    <div
      id={optionId(item.id)}
      role="option"
      aria-selected={isHighlighted}
      aria-posinset={position}
      aria-setsize={count}
      aria-keyshortcuts={item.pick}
      className={rowClass[tone]}
    >
      {iconOf(item.icon, tone === 'danger')}
      <span className={wordsClass}>
        {item.title}
        {detail && <span className={detailClass}>{detail}</span>}
      </span>
      {note && <span className="shrink-0 text-sm text-ink-muted">{note}</span>}
      {refusal && <Refusal reason={shortReason(refusal, t)} t={t} />}
      {keys !== undefined && keycapOf(keys)}
    </div>
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
const wordsClass = 'min-w-0 flex-1 sm:truncate'
const detailClass = 'figures text-sm text-ink-muted max-sm:line-clamp-2 sm:pl-2'

const Refusal = ({ reason, t }: { reason: string; t: Translate }) => (
  <span className="flex shrink-0 items-center gap-1 text-xs text-ink-muted max-sm:order-last max-sm:basis-full max-sm:pl-6.5 sm:max-w-1/2">
    <Icon name="ban" size={12} />
    <span className="sr-only">{t('palette:unavailable', { reason: '' })}</span>
    <span className="sm:truncate">{reason}</span>
  </span>
)

/** One element for each: where a place keeps its icon or its keys, React has nothing to compare. */
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

/** What is seen and heard of an item. What choosing it does is looked up when it is chosen. */
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
