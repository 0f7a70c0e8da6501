/** What one user may ask of one instance. Generous: no person reaches them, a script in a loop does. */
export const usualBounds = {
  /** Spreadsheets that wait for a thread; each keeps its file in memory. */
  waitingSpreadsheets: 24,
  /** Calls that wait for a database connection. */
  waitingConnections: 500,
  /** Jobs that have not ended. */
  openJobs: 200,
  callsPerMinute: 30_000,
  /** Milliseconds in which a list must be read, where no index gives its page. */
  listReadMs: 8_000,
} as const

export type Bounds = Record<keyof typeof usualBounds, number>
