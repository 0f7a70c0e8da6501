import { limits } from './limits.ts'
import type { PackedImport } from './packed-import.ts'

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
