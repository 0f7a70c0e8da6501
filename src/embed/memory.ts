import type { KeptIn } from '../palette/ranking/recents.ts'

/** Keeps for as long as the page stands: whom somebody looked up is not left in another site's storage. */
export const createMemory = (): KeptIn => {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  }
}
