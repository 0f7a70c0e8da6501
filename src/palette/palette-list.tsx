import { Command } from 'cmdk'
import {
  memo,
  type ReactElement,
  type ReactNode,
  type RefObject,
  startTransition,
  type UIEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Translate } from '../i18n/i18n.ts'
import { shortReason } from '../ui/error-words.ts'
import { Icon } from '../ui/icons/icon.tsx'
import type { IconName } from '../ui/icons/icon-set.ts'
import { Keycap } from '../ui/kbd/keycap.tsx'
import { useActiveOption } from '../ui/use-active-option.ts'
import type { PaletteItem, PaletteSection } from './results/palette-item.ts'

type PaletteListProps = {
  sections: readonly PaletteSection[]
  /** The items of all sections. */
  items: readonly PaletteItem[]
  highlighted: PaletteItem | undefined
  /** Number of rows to render; all are counted. */
  limit: number
  /** Changes with query, page or scope. */
  question: unknown
  t: Translate
  className: string
  onChoose: (item: PaletteItem) => void
}

/**
 * The options. Rows are keyed by index, so that typing updates elements instead of replacing them: half the cost of a
 * keystroke.
 */
export const PaletteList = (props: PaletteListProps) => {
  const { sections, items, highlighted, limit, question, t, className } = props
  const list = useRef<HTMLDivElement>(null)
  const at = highlighted === undefined ? -1 : items.indexOf(highlighted)
  const onScroll = useScrollReset(list, question, at)
  const onSelect = useSelectById(items, props.onChoose)
  useActiveOption(list, highlighted && optionId(highlighted.id))

  let position = 0
  return (
    <Command.List
      ref={list}
      label={t('palette:commands')}
      onScroll={onScroll}
      // Keeps focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={({ target }) => titleTruncatedTexts(target)}
      className={className}
    >
      {sections.map(({ id, heading, items: rows }) => {
        const count = Math.min(rows.length, Math.max(0, limit - position))
        const first = position + 1
        position += rows.length
        return count === 0 ? null : (
          <Section key={id} heading={heading}>
            {rows.slice(0, count).map((item, index) => (
              <PaletteRow
                // biome-ignore lint/suspicious/noArrayIndexKey: an element keeps its place, whatever it shows.
                key={index}
                item={item}
                t={t}
                position={first + index}
                count={items.length}
                isHighlighted={item === highlighted}
                onSelect={onSelect}
              />
            ))}
          </Section>
        )
      })}
    </Command.List>
  )
}

/** An ARIA group needs a name: rows without heading are direct options of the list. */
const Section = ({ heading, children }: { heading: string | null; children: ReactNode }) =>
  heading === null ? (
    children
  ) : (
    <Command.Group heading={heading} className={groupClass}>
      {children}
    </Command.Group>
  )

const groupClass =
  '[&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:pt-2 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-ink-muted'

/** A stable callback, so that unchanged rows do not render, which reads the current items. */
function useSelectById(
  items: readonly PaletteItem[],
  onChoose: (item: PaletteItem) => void,
): (id: string) => void {
  const latest = useRef({ items, onChoose })
  useLayoutEffect(() => {
    latest.current = { items, onChoose }
  })
  const [onSelect] = useState(() => (id: string) => {
    const item = latest.current.items.find((one) => one.id.trim() === id)
    if (item) latest.current.onChoose(item)
  })
  return onSelect
}

/**
 * cmdk scrolls to its highlight. On a new query, scrolls to the top or to the page's stored highlight. Tracks whether the list
 * is scrolled, because reading `scrollTop` forces a layout.
 */
function useScrollReset(
  list: RefObject<HTMLDivElement | null>,
  question: unknown,
  at: number,
): (event: UIEvent<HTMLDivElement>) => void {
  const shown = useRef<unknown>(null)
  const isScrolled = useRef(false)
  useLayoutEffect(() => {
    if (list.current === null || shown.current === question) return
    shown.current = question
    if (isScrolled.current) list.current.scrollTop = 0
    isScrolled.current = false
    if (at > 0)
      list.current.querySelector(`[aria-posinset="${at + 1}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [list, question, at])
  return ({ currentTarget }) => {
    isScrolled.current = currentTarget.scrollTop > 0
  }
}

/** Adds a tooltip to truncated text. */
const titleTruncatedTexts = (target: EventTarget): void => {
  const option = target instanceof Element ? target.closest('[role=option]') : null
  for (const part of option?.querySelectorAll<HTMLElement>('span') ?? []) {
    const title = part.scrollWidth > part.clientWidth && part.clientWidth > 0 ? (part.textContent ?? '') : ''
    if (part.title !== title) part.title = title
  }
}

/**
 * DOM id of an option, derived from its item: when another item becomes first, `aria-activedescendant` changes and is
 * announced.
 */
export const optionId = (item: string): string => `palette-option-${encodeURIComponent(item)}`

export type PaletteRowProps = {
  item: PaletteItem
  t: Translate
  /** `aria-posinset` and `aria-setsize`, since not all options are rendered. */
  position: number
  count: number
  /** Only causes a render when cmdk moves its mark, so that it can scroll there. */
  isHighlighted: boolean
  /** Must be stable across renders. */
  onSelect: (id: string) => void
}

/**
 * One row with few elements, because each keystroke renders all visible rows. Refused rows stay focusable, so that their reason
 * can be read. Never unmounted from cmdk, which would then move its highlight to the first row.
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
          {detail && <span className={detailClass}>{unbrokenPhones(detail)}</span>}
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

/** No line breaks within a telephone number. */
const unbrokenPhones = (text: string): string =>
  text.replace(/\+\d[\d ]+\d/g, (phone) => phone.replaceAll(' ', '\u00a0'))

/** One truncated line; on phones the detail is below and may wrap. */
const wordsClass = 'min-w-0 flex-1 wrap-anywhere sm:truncate'
const detailClass = 'figures text-sm text-ink-muted max-sm:line-clamp-2 sm:pl-2'

const Refusal = ({ reason, t }: { reason: string; t: Translate }) => (
  <span className="flex shrink-0 items-center gap-1 text-xs text-ink-muted max-sm:order-last max-sm:basis-full max-sm:pl-6.5 sm:max-w-1/2">
    <Icon name="ban" size={12} />
    <span className="sr-only">{t('palette:unavailable', { reason: '' })}</span>
    <span className="sm:truncate">{reason}</span>
  </span>
)

/** Caches elements of icons and keycaps, so that React skips them. */
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

/** The properties that a row renders; actions are looked up by id. */
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

/** In rem, as in the styles: maximum list height, minimum heights of rows and headings. */
const MAX_LIST_HEIGHT = 26 - 0.375
const ROW_HEIGHT = 2.25
const HEADING_HEIGHT = 1.75

/** Longer than typical pauses between keystrokes, so that no hidden rows are rendered in vain. */
const IDLE_MS = 400

/**
 * Number of rows to render: those that fit into the list; all after a pause, when the highlight (`at`, its index) reaches the
 * last one, or on `renderAll`. Kept when an answer to the same `question` arrives.
 */
export function useDeferredRows(
  question: unknown,
  sections: readonly PaletteSection[],
  at: number,
): { limit: number; renderAll: () => void } {
  const [wholeFor, setWholeFor] = useState<unknown>(null)
  const inView = rowsInView(sections)
  const isReached = at >= inView - 1
  useEffect(() => {
    if (wholeFor === question) return
    const renderRest = () => startTransition(() => setWholeFor(question))
    const timer = setTimeout(renderRest, isReached ? 0 : IDLE_MS)
    return () => clearTimeout(timer)
  }, [wholeFor, question, isReached])
  const isWhole = isReached || wholeFor === question
  return { limit: isWhole ? Number.POSITIVE_INFINITY : inView, renderAll: () => setWholeFor(question) }
}

/** How many rows fit into the list, counting a partly visible one. */
export const rowsInView = (sections: readonly PaletteSection[]): number => {
  let left = MAX_LIST_HEIGHT
  let rows = 0
  for (const { heading, items } of sections) {
    if (left <= 0) break
    if (heading !== null) left -= HEADING_HEIGHT
    // A visible heading is rendered with its first row.
    let shown = 0
    do left -= ROW_HEIGHT
    while (++shown < items.length && left > 0)
    rows += shown
  }
  return rows
}
