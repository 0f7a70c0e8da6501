import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

export type OverflowRowProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  render: (item: Item) => ReactNode
  /** Rendered after the visible items with the hidden ones; not rendered if all fit. */
  more: (hidden: readonly Item[]) => ReactNode
}

/** One line with as many items as fit; `more` shows the others. */
export const OverflowRow = <Item,>({ items, keyOf, render, more }: OverflowRowProps<Item>) => {
  const row = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState(items.length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the items change.
  useLayoutEffect(() => {
    const { current } = row
    if (current === null) return
    const measure = () => {
      const cells = [...current.children].filter((child) => child instanceof HTMLElement)
      const first = cells[0]?.offsetTop ?? 0
      const room = current.getBoundingClientRect().right
      // Hidden items have wrapped to the next line, which is clipped; the first one may be too wide itself.
      const isWhole = (cell: HTMLElement) =>
        cell.offsetTop === first && cell.getBoundingClientRect().right <= room
      setFitting(cells.filter(isWhole).length)
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    for (const child of current.children) sizes.observe(child)
    measure()
    return () => sizes.disconnect()
  }, [items.map(keyOf).join()])
  const shown = Math.min(fitting, items.length)
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      {/* One line high, with room for focus rings. */}
      <div
        ref={row}
        className="-m-1 flex flex-1 h-9 min-w-0 flex-wrap gap-2 overflow-hidden p-1 pointer-coarse:h-13"
      >
        {items.map((item, place) => (
          <div key={keyOf(item)} className={place < shown ? 'flex' : 'invisible flex'}>
            {render(item)}
          </div>
        ))}
      </div>
      {shown < items.length && more(items.slice(shown))}
    </div>
  )
}
