import { largestImport } from '../../domain/orders/import/import-columns.ts'

/** Limits of uploaded spreadsheets, checked before they are expensive. */
export const limits = {
  bytes: 10 * 1024 * 1024,
  /** Maximum size of each text field. */
  fieldBytes: 256 * 1024,
  entries: 200,
  unpackedBytes: 32 * 1024 * 1024,
  /** Maximum compression ratio of large parts; legitimate ones reach 100. */
  ratio: 200,
  ratioFrom: 4 * 1024 * 1024,
  /** Maximum rows scanned: data, header, preamble, blank rows. */
  scannedRows: largestImport + 1_000,
  /** CPU time of a thread; a regular large file takes two to four seconds. */
  workedMilliseconds: 10_000,
  /** Wall-clock time of a thread, which has low priority. */
  milliseconds: 120_000,
  /** The same without CPU time measurement. */
  untoldMilliseconds: 20_000,
  /** Per row: delay of work after a report, while that is sent. */
  leavingMilliseconds: 0.015,
  /** Heap limits: threads fill what they get, so the larger one is only a retry. */
  heapMegabytes: [96, 384],
  /** Concurrent threads. */
  threads: 2,
  /** How long, and how many, parsed files of dry runs are kept for the import. */
  keptMilliseconds: 5 * 60_000,
  keptImports: 2,
} as const
