import type { CountryCode } from '../../domain/countries.ts'
import { freeBytes } from './free-bytes.ts'
import type { Json, PackedRows } from './pack-import.ts'

/** A checked sheet. Its orders may still be on their way from the thread that makes them. */
export type PackedImport = PackedRows & {
  country: CountryCode
  /** SHA-256 of the file's bytes. */
  fileHash: string
  orders: Promise<PackedOrders>
  /** They are waited for: else they are made once the report has had its time to leave. */
  hurry: () => void
}

/** The orders that the good rows become. */
export type PackedOrders = {
  /** `OrderLine[]` of each slice. */
  lines: Json[]
  /** Words that they will be found by. */
  words: string[]
}

/** Once nobody reads it any more; orders that are still being made are freed when they come. */
export const freeImport = ({ problems, notes, references, slices, orders }: PackedImport): void => {
  freeBytes([problems, notes, references, ...slices.map(({ rows }) => rows)])
  orders.then(
    ({ lines }) => freeBytes(lines),
    () => {},
  )
}
