import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeBatch } from '../../../domain/changes/changes.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { BatchRow } from './batch-row.tsx'

type BatchListProps = {
  batches: readonly ChangeBatch[]
  /** Time zone of the day headings. */
  timeZone: string
  activeId: string | null
  open: ReadonlySet<string>
  onActivate: (id: string) => void
  onToggle: (id: string) => void
  ref: Ref<BatchListHandle>
}

export type BatchListHandle = { focus: (id: string) => void }

/** Rows rendered beyond the view on each side. */
const OVERSCAN = 10

/** Batches by day, virtualised with measured heights. The active row stays rendered, since it has focus. */
export const BatchList = ({
  batches,
  timeZone,
  activeId,
  open,
  onActivate,
  onToggle,
  ref,
}: BatchListProps) => {
  const { i18n } = useTranslation('history')
  const box = useRef<HTMLDivElement>(null)
  const rows = useRef(new Map<string, HTMLButtonElement>())
  const awaited = useRef<string | null>(null)
  const items = useMemo(() => itemsOf(batches, timeZone), [batches, timeZone])
  const activeIndex = items.findIndex(({ batch }) => batch !== null && batch.id === activeId)
  const scrollMargin = useOffsetTop(box)
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => scrollParent(box.current),
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => (items[index]?.batch === null ? 56 : 45),
    overscan: OVERSCAN,
    scrollMargin,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(activeIndex < 0 ? [] : [activeIndex])])].sort(
        (a, b) => a - b,
      ),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  })
  useImperativeHandle(ref, () => ({
    focus(id) {
      const row = rows.current.get(id)
      awaited.current = row === undefined ? id : null
      if (row !== undefined) row.focus()
      else virtualizer.scrollToIndex(items.findIndex(({ key }) => key === id))
    },
  }))
  const heading = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'full', timeZone: 'UTC' })
  const place = (index: number, start: number) => ({
    'data-index': index,
    ref: virtualizer.measureElement,
    style: { top: start - scrollMargin },
  })
  return (
    <div ref={box} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {byDay(virtualizer.getVirtualItems(), items).map(({ day, rendered }) => {
        const name = heading.format(Date.parse(day))
        return (
          <section key={day} aria-label={name}>
            {rendered.map(({ index, start }) =>
              items[index]?.batch === null ? (
                <div
                  key={day}
                  className={`absolute inset-x-0 ${index > 0 ? 'pt-5' : ''}`}
                  {...place(index, start)}
                >
                  <h2 className="py-2 text-sm font-semibold first-letter:uppercase">{name}</h2>
                </div>
              ) : null,
            )}
            <ol>
              {rendered.map(({ index, start }) => {
                const item = items[index]
                if (!item || item.batch === null) return null
                const { batch, position, size } = item
                return (
                  <li
                    key={batch.id}
                    aria-posinset={position}
                    aria-setsize={size}
                    className={`absolute inset-x-0 overflow-hidden border-x border-b border-line bg-surface ${
                      position === 1 ? 'rounded-t-lg border-t' : ''
                    } ${position === size ? 'rounded-b-lg' : ''}`}
                    {...place(index, start)}
                  >
                    <BatchRow
                      ref={(element) => {
                        if (element === null) rows.current.delete(batch.id)
                        else rows.current.set(batch.id, element)
                        if (element === null || awaited.current !== batch.id) return
                        awaited.current = null
                        element.focus()
                      }}
                      batch={batch}
                      isOpen={open.has(batch.id)}
                      isActive={batch.id === activeId}
                      onActivate={() => onActivate(batch.id)}
                      onToggle={() => onToggle(batch.id)}
                    />
                  </li>
                )
              })}
            </ol>
          </section>
        )
      })}
    </div>
  )
}

/** A day heading (no batch), or a batch with its position in the day. */
type Item = { key: string; day: string } & (
  | { batch: null }
  | { batch: ChangeBatch; position: number; size: number }
)

function itemsOf(batches: readonly ChangeBatch[], timeZone: string): Item[] {
  const days = new Map<string, ChangeBatch[]>()
  for (const batch of batches) {
    const day = dayOf(new Date(batch.at), timeZone)
    const ofDay = days.get(day)
    if (ofDay === undefined) days.set(day, [batch])
    else ofDay.push(batch)
  }
  return [...days].flatMap(([day, ofDay]) => [
    { key: day, day, batch: null },
    ...ofDay.map((batch, step) => ({ key: batch.id, day, batch, position: step + 1, size: ofDay.length })),
  ])
}

type Placed = { index: number; start: number }

function byDay(rendered: readonly Placed[], items: readonly Item[]): { day: string; rendered: Placed[] }[] {
  const days: { day: string; rendered: Placed[] }[] = []
  for (const placed of rendered) {
    const day = items[placed.index]?.day ?? ''
    const last = days.at(-1)
    if (last?.day === day) last.rendered.push(placed)
    else days.push({ day, rendered: [placed] })
  }
  return days
}

/** Offset in pixels from the top of the scroll container: filter and banners are above. */
function useOffsetTop(element: { current: HTMLElement | null }): number {
  const [offsetTop, setOffsetTop] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    const scroller = scrollParent(box)
    if (box === null || scroller === null) return
    setOffsetTop(
      Math.round(box.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop),
    )
  })
  return offsetTop
}

/** The scroll container depends on the layout: the content, or everything beside the menu. */
function scrollParent(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement ?? null; parent !== null; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}
