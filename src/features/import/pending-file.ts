import type { FileRef } from '../../../machines/import/import-types.ts'
import { uuidV7 } from '../../api/uuid-v7.ts'

/** Keeps the files that machines only know by name: a machine's context is plain data. */
export type PendingFile = {
  put: (file: File) => FileRef
  /** Throws where the file is not on the shelf: a bug. */
  get: (ref: FileRef | null) => File
}

/** A shelf for one file at a time: what is put on it takes the place of what was there. */
export const createPendingFile = (): PendingFile => {
  let kept: { key: string; file: File } | null = null
  return {
    put: (file) => {
      kept = { key: uuidV7(), file }
      return { key: kept.key, name: file.name, size: file.size }
    },
    get: (ref) => {
      if (kept === null || kept.key !== ref?.key) throw new Error('this file is not kept any more')
      return kept.file
    },
  }
}
