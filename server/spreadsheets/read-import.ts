import { createHash } from 'node:crypto'
import type { OrderFileContext } from '../../domain/shop-files/check-order-file.ts'
import { accepted } from '../core/errors.ts'
import { limits } from './limits.ts'
import type { PackedImport, PackedOrders, PackedPiece } from './packed-import.ts'
import { startTask } from './run-task.ts'

type Kept = { packed: PackedImport; timer: NodeJS.Timeout }

/** Per process, like import jobs. Oldest first. */
const kept = new Map<string, Kept>()

/** Caches a dry run's parsed file for some minutes. */
export const keepImport = (key: string, packed: PackedImport): void => {
  takeImport(key)
  kept.set(key, { packed, timer: setTimeout(() => kept.delete(key), limits.keptMilliseconds).unref() })
  for (const oldest of kept.keys()) if (kept.size > limits.keptImports) takeImport(oldest)
  // Useless if its orders failed.
  packed.orders.catch(() => takeImport(key))
}

/** Removes it: its orders have ids and can be written once. */
export const takeImport = (key: string): PackedImport | null => {
  const found = kept.get(key)
  if (found === undefined) return null
  clearTimeout(found.timer)
  kept.delete(key)
  return found.packed
}

/**
 * Parses a reader's file, or takes it from the dry run's cache if nothing changed since. The import owns the result and frees
 * it.
 */
export const readImport = async (
  reader: string,
  bytes: Buffer,
  context: OrderFileContext,
): Promise<{ packed: PackedImport; keep: () => void }> => {
  const fileHash = sha256(bytes)
  const key = sha256(JSON.stringify([reader, fileHash, context]))
  const packed = takeImport(key) ?? (await readFile(bytes, fileHash, context))
  return { packed, keep: () => keepImport(key, packed) }
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

const readFile = async (
  bytes: Buffer,
  fileHash: string,
  context: OrderFileContext,
): Promise<PackedImport> => {
  const made: PackedOrders = { lines: [], words: [] }
  const take = (piece: PackedPiece): void => {
    if ('words' in piece) made.words = piece.words
    else made.lines[piece.slice] = piece.lines
  }
  const { answer, hurry, end } = await startTask('packOrders', [bytes, context], take)
  const orders = end.then(() => made)
  // After a dry run the import may never follow.
  orders.catch(() => {})
  const { country, zones = [] } = context
  return { ...accepted(answer), country, fileHash, zones, orders, hurry }
}
