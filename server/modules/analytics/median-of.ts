/** The middle of float8s that PostgreSQL wrote one after another, as its `percentile_cont` has it; null of none. */
export const medianOf = (written: Buffer | null): number | null => {
  if (written === null || written.length === 0) return null
  // Of its own: a buffer may begin anywhere in the pool, and numbers begin at multiples of eight.
  const bytes = new Uint8Array(written)
  Buffer.from(bytes.buffer).swap64()
  const values = new Float64Array(bytes.buffer).sort()
  const place = (values.length - 1) / 2
  const [below, above] = [values[Math.floor(place)]!, values[Math.ceil(place)]!]
  return below + (above - below) * (place % 1)
}
