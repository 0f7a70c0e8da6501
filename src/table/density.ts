import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { deviceStorage } from '../storage/browser-storage.ts'
import { isPointerCoarse } from '../stores/browser.ts'
import type { NarrowPlace } from './list-column.ts'

export type Density = 'normal' | 'compact'

const key = 'list.density'

/** Row density of all lists, stored in this browser. Read on first use. */
const store = createAtom<Density>(readDensity())

export const density: ReadonlyAtom<Density> = store

export function toggleDensity(): Density {
  const next = store.get() === 'normal' ? 'compact' : 'normal'
  store.set(next)
  deviceStorage.setItem(key, next)
  return next
}

/** Row height in pixels; never compact with a coarse pointer. `places`: those of a narrow row. */
export function useRowHeight(isNarrow: boolean, places: readonly (NarrowPlace | undefined)[]): number {
  const height = useAtom(chosenHeight)
  if (!isNarrow) return height
  const further = ['detail', 'line'].filter((place) => places.includes(place as NarrowPlace)).length
  return narrowHeights[further]!
}

const heights = { normal: 36, compact: 28 } as const
/** By the lines that a narrow row has besides its two. */
const narrowHeights = [56, 76, 94] as const

const chosenHeight = createAtom((): number => heights[isPointerCoarse.get() ? 'normal' : store.get()])

function readDensity(): Density {
  return deviceStorage.getItem(key) === 'compact' ? 'compact' : 'normal'
}
