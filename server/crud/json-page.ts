/**
 * Records that are JSON already as a page of a list, in UTF-8. Written row by row, at its length: of all rows as one text,
 * a single letter outside Latin 1 would have every one of them widened and then encoded the slow way.
 */
export const jsonPage = (records: readonly string[], total: number): Buffer => {
  const end = `],"total":${total}}`
  const length = records.reduce(
    (sum, record) => sum + Buffer.byteLength(record) + 1,
    start.length + end.length,
  )
  const page = Buffer.allocUnsafe(length)
  let at = page.write(start)
  for (const [index, record] of records.entries()) {
    if (index > 0) at += page.write(',', at)
    at += page.write(record, at)
  }
  at += page.write(end, at)
  return page.subarray(0, at)
}

const start = '{"items":['
