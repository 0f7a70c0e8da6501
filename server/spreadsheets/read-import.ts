import { createHash } from 'node:crypto'
import type { ImportContext } from '../../domain/orders/import/check-import.ts'
import { accepted } from '../refused.ts'
import { keepImport, takeImport } from './kept-imports.ts'
import type { PackedPiece } from './pack-lines.ts'
import type { PackedImport, PackedOrders } from './packed-import.ts'
import { startTask } from './run-task.ts'

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
  // After a dry run nobody may ever ask.
  orders.catch(() => {})
  return { ...accepted(answer), country: context.country, fileHash, orders, hurry }
}
