/** Limits per user and instance; far above normal use, to stop runaway scripts. */
export const usualBounds = {
  /** Spreadsheets waiting for a worker thread; each keeps its file in memory. */
  waitingSpreadsheets: 24,
  /** Calls waiting for a database connection. */
  waitingConnections: 500,
  /** Jobs not ended. */
  openJobs: 200,
  callsPerMinute: 30_000,
  /** Of one key, beside those of its owner. */
  keyCallsPerMinute: 3_000,
  /** Timeout in milliseconds of list queries without an index. */
  listReadMs: 8_000,
} as const

export type Bounds = Record<keyof typeof usualBounds, number>
