import { Command } from 'cmdk'
import { type ReactNode, type RefObject, type UIEvent, useLayoutEffect, useRef, useState } from 'react'
import { useActiveOption } from '../ui/use-active-option.ts'
import { optionId, PaletteRow } from './palette-row.tsx'
import type { Translate } from './results/command-item.ts'
import type { PaletteItem, PaletteSection } from './results/palette-item.ts'

type PaletteListProps = {
  sections: readonly PaletteSection[]
  /** Those of all sections. */
  items: readonly PaletteItem[]
  highlighted: PaletteItem | undefined
  /** How many rows to render; the others are counted all the same. */
  limit: number
  /** Changes when another text, page or scope is answered. */
  question: unknown
  t: Translate
  className: string
  onChoose: (item: PaletteItem) => void
}

/**
 * The options. Rows are keyed by index: typing changes what the rows in view say instead of replacing their elements,
 * which halves the cost of a key.
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
      // The focus stays in the field when a row is pressed.
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

/** A group needs a name: rows without a heading are options of the list itself. */
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

/** The same function over all renders: a row that did not change is not rendered again, and chooses by the current items. */
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
 * cmdk scrolls to what its keys highlight. Another question starts at the top, or at the row that was highlighted when
 * its page was left. Whether the list is scrolled is remembered: reading `scrollTop` would force a layout at every key.
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

/** Shows the whole of a truncated text as a tooltip. */
const titleTruncatedTexts = (target: EventTarget): void => {
  const option = target instanceof Element ? target.closest('[role=option]') : null
  for (const part of option?.querySelectorAll<HTMLElement>('span') ?? []) {
    const title = part.scrollWidth > part.clientWidth && part.clientWidth > 0 ? (part.textContent ?? '') : ''
    if (part.title !== title) part.title = title
  }
}
