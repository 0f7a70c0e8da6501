import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtom } from '@xstate/store-react'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { ListController } from './list-controller.ts'
import type { ListRecord } from './list-source.ts'
import { createRowScroller, MAX_SECTION, OVERSCAN } from './row-scroller.ts'
import { canvasHeight } from './scroll-canvas.ts'

type RowsInView<T> = {
  /** List index of the first rendered row. */
  readonly first: number
  /** Rendered rows, undefined if not loaded. Referentially stable. */
  readonly records: readonly (T | undefined)[]
  readonly total: number
  /** Pixels: offset of the first rendered row, and canvas height. */
  readonly top: number
  readonly canvasHeight: number
}

/**
 * Rendered rows by @tanstack/react-virtual. Scroll positions pass through `createRowScroller`, which supports lists taller than
 * an element can be.
 */
export function useRowVirtualizer<T extends ListRecord>(
  list: Pick<ListController<T, never>, 'status' | 'changes' | 'recordsIn' | 'setVisible' | 'attach'>,
  grid: RefObject<HTMLElement | null>,
  rowHeight: number,
  inset: number,
  onWidth: (width: number) => void,
): RowsInView<T> {
  const [scroller] = useState(() =>
    createRowScroller({ rowHeight, inset, onWidth, onVisible: list.setVisible }),
  )
  const total = useAtom(list.status, ({ total }) => total)
  const { base, offset } = useAtom(scroller.place)
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: Math.min(total, MAX_SECTION),
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    ...scroller.options,
  })
  useLayoutEffect(() => scroller.attach(virtualizer), [scroller, virtualizer])
  useLayoutEffect(() => list.attach(scroller), [list, scroller])
  useLayoutEffect(() => scroller.commit({ total, rowHeight }))
  const items = virtualizer.getVirtualItems()
  const first = base + (items[0]?.index ?? 0)
  const end = Math.min(first + items.length, total)
  const records = useAtom(list.changes, () => list.recordsIn(first, end))
  return {
    first,
    records,
    total,
    top: first * rowHeight - offset,
    canvasHeight: canvasHeight({ total, rowHeight }) + inset,
  }
}
