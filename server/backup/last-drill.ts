import type { BackupPlace } from './backup-places.ts'

const note = 'last-drill.json'

/** When a restore of a backup was rehearsed, and whether it came back whole. */
export type LastDrill = { at: string; backup: string; isWhole: boolean }

export const recordDrill = (place: BackupPlace, drill: LastDrill): Promise<void> =>
  place.writeNote(note, JSON.stringify(drill))

/** Null if there was none, or its note cannot be read. */
export const readLastDrill = async (place: BackupPlace): Promise<LastDrill | null> => {
  try {
    const { at, backup, isWhole } = JSON.parse((await place.readNote(note)) ?? '{}') as Partial<LastDrill>
    const isKnown = typeof backup === 'string' && typeof isWhole === 'boolean'
    if (!isKnown || at === undefined || Number.isNaN(Date.parse(at))) return null
    return { at: new Date(at).toISOString(), backup, isWhole }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
