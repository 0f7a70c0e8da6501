import { createHash } from 'node:crypto'
import type { ImportContext } from '../../domain/orders/import/check-import.ts'
import { accepted } from '../refused.ts'
import { gatherPieces } from './gather-pieces.ts'
import { keepImport, takeImport } from './kept-imports.ts'
import type { PackedImport } from './packed-import.ts'
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
  const pieces = gatherPieces()
  const { answer, end } = await startTask('packOrders', [bytes, context], pieces.take)
  end.catch(pieces.fail)
  const { slices, ...rows } = accepted(answer)
  return {
    ...rows,
    country: context.country,
    fileHash,
    slices: slices.map((slice, index) => ({ ...slice, lines: pieces.linesOf(index) })),
    words: pieces.words(),
  }
}
