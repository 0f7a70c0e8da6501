import type { SearchHit } from '../../../domain/changes/changes.ts'
import type { ResourceName } from '../../../domain/resources.ts'

/** A recently used item. Records are stored as search hits, to be shown without a request. */
export type Recent = { id: string; score: number; at: number; hit?: SearchHit }

export type KeptIn = Pick<Storage, 'getItem' | 'setItem'>

const MAX_KEPT = 50
/** Half-life of a use in milliseconds: one week. */
const halfLife = 7 * 24 * 3_600_000

/**
 * Frecency of items: a score that halves each week. Stored in the browser per user; records, which are cleared at logout, apart
 * from commands.
 */
export const createRecents = (storage: KeptIn, person: string, now: () => number = Date.now) => {
  const keys = { records: `palette.recents.${person}`, commands: `palette.used.${person}` }
  let recents: readonly Recent[] = [...read(storage, keys.records), ...read(storage, keys.commands)]
  const scoreNow = ({ score, at }: Recent) => score * 2 ** ((at - now()) / halfLife)
  const sorted = () => recents.toSorted((a, b) => scoreNow(b) - scoreNow(a))
  const writeRecords = () => write(storage, keys.records, recents.filter(isOfRecord))

  return {
    use: (id: string, hit?: SearchHit): void => {
      const before = recents.find((recent) => recent.id === id)
      const used = { id, score: (before ? scoreNow(before) : 0) + 1, at: now(), ...(hit ? { hit } : {}) }
      recents = [used, ...recents.filter((recent) => recent.id !== id)]
      recents = sorted().slice(0, MAX_KEPT)
      // Keeps the item just used even if all others score higher.
      if (!recents.includes(used)) recents = [...recents.slice(0, MAX_KEPT - 1), used]
      writeRecords()
      write(
        storage,
        keys.commands,
        recents.filter((recent) => !isOfRecord(recent)),
      )
    },
    /** Removes records, without `ids` all of the resource. */
    forget: (resource: ResourceName, ids: readonly string[] | null): void => {
      recents = recents.filter(
        ({ hit }) => hit?.resource !== resource || (ids !== null && !ids.includes(hit.id)),
      )
      writeRecords()
    },
    score: (id: string): number => {
      const recent = recents.find((other) => other.id === id)
      return recent ? scoreNow(recent) : 0
    },
    list: (): readonly Recent[] => sorted(),
  }
}

export type Recents = ReturnType<typeof createRecents>

/** Whether an item shows record data. */
const isOfRecord = ({ id, hit }: Recent): boolean => hit !== undefined || id.startsWith('record:')

const read = (storage: KeptIn, key: string): readonly Recent[] => {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    return []
  }
}

const write = (storage: KeptIn, key: string, recents: readonly Recent[]): void => {
  try {
    storage.setItem(key, JSON.stringify(recents))
  } catch {
    // Storage full or disabled.
  }
}

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'score' in value &&
  typeof value.score === 'number' &&
  'at' in value &&
  typeof value.at === 'number'
