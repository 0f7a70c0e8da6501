import type { Json } from './pack-import.ts'
import type { PackedPiece } from './pack-lines.ts'

type Place = number | 'words'
type Piece = Json | string[]
type Waiting = { promise: Promise<Piece>; resolve: (piece: Piece) => void; reject: (error: unknown) => void }

/** Promises of what a thread tells piece by piece: of a slice's orders by its place, and of the words. */
export const gatherPieces = () => {
  const all = new Map<Place, Waiting>()
  const failures: unknown[] = []
  const at = (place: Place): Waiting => {
    const waiting = all.get(place) ?? makeWaiting()
    all.set(place, waiting)
    if (failures.length > 0) waiting.reject(failures[0])
    return waiting
  }
  return {
    take: (piece: PackedPiece): void => {
      if ('words' in piece) at('words').resolve(piece.words)
      else at(piece.slice).resolve(piece.lines)
    },
    /** Those that have not come will not come. */
    fail: (error: unknown): void => {
      failures.push(error)
      for (const { reject } of all.values()) reject(error)
    },
    linesOf: (slice: number) => at(slice).promise as Promise<Json>,
    words: () => at('words').promise as Promise<string[]>,
  }
}

const makeWaiting = (): Waiting => {
  const waiting = {} as Waiting
  waiting.promise = new Promise((resolve, reject) => Object.assign(waiting, { resolve, reject }))
  // After a dry run nobody may ever ask.
  waiting.promise.catch(() => {})
  return waiting
}
