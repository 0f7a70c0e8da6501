/** Statements carry at most this many rows: a longer one holds the connection without getting faster. */
export const rowsPerStatement = 1_000

/** Those that carry them as one array a column (`givenRows`): the lines of a job's whole step, records and followers. */
export const givenPerStatement = 5_000

export const inChunks = function* <Item>(items: readonly Item[], size = rowsPerStatement): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
