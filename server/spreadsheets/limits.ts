import { largestImport } from '../../domain/orders/import/import-columns.ts'

/** What a spreadsheet may be. Above any of these it is refused with a code, before it can cost much. */
export const limits = {
  bytes: 10 * 1024 * 1024,
  /** Of each text field sent with the file. */
  fieldBytes: 256 * 1024,
  entries: 200,
  unpackedBytes: 32 * 1024 * 1024,
  /** Packed to unpacked; honest sheets of one value repeated come near 100. Small parts may be denser. */
  ratio: 200,
  ratioFrom: 4 * 1024 * 1024,
  /** Rows looked at: data, the header, what is above it, and the blank rows between. */
  scannedRows: largestImport + 1_000,
  /** Processor time of a thread. A regular file of many rows takes two to four seconds. */
  workedMilliseconds: 10_000,
  /** Wall-clock limit of a thread, waits included: it runs at a lower priority than calls. */
  milliseconds: 120_000,
  /** The same on systems that cannot measure a thread's processor time. */
  untoldMilliseconds: 20_000,
  /** So long, for each of its rows, what follows a report is put off while that is written, compressed and sent. */
  leavingMilliseconds: 0.015,
  /** A thread fills the room that it is given before it tidies up: it gets the large one only where the small one was too small. */
  heapMegabytes: [96, 384],
  /** Files read at the same time; the others wait. */
  threads: 2,
  /** What a dry run has read waits so long, and among so many, for the import that follows. */
  keptMilliseconds: 5 * 60_000,
  keptImports: 2,
} as const
