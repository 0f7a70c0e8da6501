import { createHash } from 'node:crypto'
import type { ImportContext } from '../../domain/orders/import/check-import.ts'
import { accepted } from '../core/errors.ts'
import { limits } from './limits.ts'
import type { PackedImport, PackedOrders, PackedPiece } from './packed-import.ts'
import { startTask } from './run-task.ts'

type Kept = { packed: PackedImport; timer: NodeJS.Timeout }

/** In this process alone, as a job of an import is: another instance reads the file again. The oldest comes first. */
const kept = new Map<string, Kept>()

/** Keeps what a dry run has read, for a few minutes and among few others. */
export const keepImport = (key: string, packed: PackedImport): void => {
  takeImport(key)
  kept.set(key, { packed, timer: setTimeout(() => kept.delete(key), limits.keptMilliseconds).unref() })
  for (const oldest of kept.keys()) if (kept.size > limits.keptImports) takeImport(oldest)
  // One whose orders could not be made is of no use to anybody.
  packed.orders.catch(() => takeImport(key))
}

/** It is gone then: the orders in it have ids, and are written once. */
export const takeImport = (key: string): PackedImport | null => {
  const found = kept.get(key)
  if (found === undefined) return null
  clearTimeout(found.timer)
  kept.delete(key)
  return found.packed
}

/**
 * What the file of this reader says, and for a dry run how to keep it, once it was looked at, for a few minutes: for the
 * import that mostly follows, if nothing has changed that the file was checked against. Each call has its own: the import
 * takes it away, since its orders have their ids, and frees its memory in the end.
 */
export const readImport = async (
  reader: string,
  bytes: Buffer,
  context: ImportContext,
): Promise<{ packed: PackedImport; keep: () => void }> => {
  const fileHash = sha256(bytes)
  const key = sha256(JSON.stringify([reader, fileHash, context]))
  const packed = takeImport(key) ?? (await readFile(bytes, fileHash, context))
  return { packed, keep: () => keepImport(key, packed) }
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

const readFile = async (bytes: Buffer, fileHash: string, context: ImportContext): Promise<PackedImport> => {
  const made: PackedOrders = { lines: [], words: [] }
  const take = (piece: PackedPiece): void => {
    if ('words' in piece) made.words = piece.words
    else made.lines[piece.slice] = piece.lines
  }
  const { answer, hurry, end } = await startTask('packOrders', [bytes, context], take)
  const orders = end.then(() => made)
  // After a dry run the import may never come.
  orders.catch(() => {})
  return { ...accepted(answer), country: context.country, fileHash, orders, hurry }
}
