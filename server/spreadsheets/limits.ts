import { largestImport } from '../../domain/orders/import/import-columns.ts'

/** What a spreadsheet may be. Above any of these it is refused with a code, before it can cost much. */
export const limits = {
  bytes: 10 * 1024 * 1024,
  entries: 200,
  unpackedBytes: 32 * 1024 * 1024,
  /** Packed to unpacked; honest sheets of one value repeated come near 100. Small parts may be denser. */
  ratio: 200,
  ratioFrom: 4 * 1024 * 1024,
  /** Rows looked at: data, the header and what stands above it, and the blank rows between. */
  scannedRows: largestImport + 1_000,
  milliseconds: 10_000,
  heapMegabytes: 384,
  /** Files read at the same time; the others wait. */
  threads: 2,
} as const
