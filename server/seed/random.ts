/** Numbers that look random and are the same at every run (mulberry32): the demo company and the tests are made from them. */
export type Random = {
  /** From 0 up to 1, exclusive. */
  next: () => number
  /** A whole number, both ends included. */
  between: (min: number, max: number) => number
  chance: (probability: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
  /** One of the pairs' items, each as often as its weight says. */
  weighted: <Item>(pairs: readonly (readonly [Item, number])[]) => Item
  shuffle: <Item>(items: readonly Item[]) => Item[]
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => items[between(0, items.length - 1)]!,
    weighted: (pairs) => {
      let left = next() * pairs.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of pairs) {
        left -= weight
        if (left < 0) return item
      }
      return pairs.at(-1)![0]
    },
    shuffle: (items) => {
      const shuffled = [...items]
      for (let at = shuffled.length - 1; at > 0; at--) {
        const other = between(0, at)
        ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
      }
      return shuffled
    },
  }
}
