import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react'
import type { Translate } from '../sections/command-item.ts'
import type { PaletteItem, PaletteSection } from '../sections/palette-item.ts'
import { listId } from './option-id.ts'
import { PaletteGroup } from './palette-group.tsx'
import { PaletteRow } from './palette-row.tsx'
import { rowsInView, useWholeList } from './use-whole-list.ts'

type PaletteListProps = {
  sections: readonly PaletteSection[]
  /** Those of all sections. */
  items: readonly PaletteItem[]
  highlighted: PaletteItem | undefined
  /** The same as long as the same is asked for. */
  question: unknown
  /** Counts the moves made by keys: what is moved to is brought into view. */
  moves: number
  t: Translate
  className: string
  onChoose: (item: PaletteItem) => void
  onPoint: (item: PaletteItem) => void
}

/**
 * The options. A key renders those in view, each in the place that stands there already; the rest of them follow when the
 * keys rest.
 */
export const PaletteList = (props: PaletteListProps) => {
  const { sections, items, highlighted, question, moves, t, className } = props
  const list = useRef<HTMLDivElement>(null)
  const at = highlighted === undefined ? -1 : items.indexOf(highlighted)
  const inView = rowsInView(sections)
  const isWhole = useWholeList(question, at, inView)
  const onScroll = useScroll(list, question, moves)

  let position = 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard.
    <div
      ref={list}
      id={listId}
      role="listbox"
      tabIndex={-1}
      aria-label={t('palette:commands')}
      onScroll={onScroll}
      // What is pressed is chosen; the keyboard stays where one types.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ target }) => {
        const item = itemAt(target, items)
        if (item) props.onChoose(item)
      }}
      onPointerMove={({ target }) => {
        const item = itemAt(target, items)
        if (item && item.id !== highlighted?.id) props.onPoint(item)
        if (item) tellWhatIsCut(target)
      }}
      className={className}
    >
      {sections.map(({ id, heading, items: rows }) => {
        const room = isWhole ? rows.length : Math.max(0, inView - position)
        const first = position + 1
        position += rows.length
        return room === 0 ? null : (
          <PaletteGroup key={id} id={id} heading={heading}>
            {rows.slice(0, room).map((item, index) => (
              <PaletteRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a place stays, whatever stands there.
                key={index}
                item={item}
                t={t}
                position={first + index}
                count={items.length}
                isHighlighted={item === highlighted}
              />
            ))}
          </PaletteGroup>
        )
      })}
    </div>
  )
}

const itemAt = (target: EventTarget, items: readonly PaletteItem[]): PaletteItem | undefined => {
  const option = target instanceof Element ? target.closest('[role=option]') : null
  return option === null ? undefined : items[Number(option.getAttribute('aria-posinset')) - 1]
}

/** A text that has no room is told whole where it is pointed at. */
const tellWhatIsCut = (target: EventTarget): void => {
  const option = target instanceof Element ? target.closest('[role=option]') : null
  for (const part of option?.querySelectorAll<HTMLElement>('span') ?? []) {
    const title = part.scrollWidth > part.clientWidth && part.clientWidth > 0 ? (part.textContent ?? '') : ''
    if (part.title !== title) part.title = title
  }
}

/**
 * Another question is read from its beginning; what keys move to, or what one comes back to, is in view. Where the list
 * stands is remembered, not read: reading it would lay the page out in the middle of a key.
 */
function useScroll(
  list: RefObject<HTMLDivElement | null>,
  question: unknown,
  moves: number,
): (event: UIEvent<HTMLDivElement>) => void {
  const asked = useRef<unknown>(null)
  const moved = useRef(moves)
  const isScrolled = useRef(false)
  useLayoutEffect(() => {
    const element = list.current
    const isOther = asked.current !== question
    if (element === null || (!isOther && moved.current === moves)) return
    asked.current = question
    moved.current = moves
    const option = element.querySelector('[aria-selected=true]')
    const isFirst = option === null || option.getAttribute('aria-posinset') === '1'
    if (isScrolled.current && (isOther || isFirst)) element.scrollTop = 0
    if (isFirst) isScrolled.current = false
    else option.scrollIntoView({ block: 'nearest' })
  }, [list, question, moves])
  return ({ currentTarget }) => {
    isScrolled.current = currentTarget.scrollTop > 0
  }
}
