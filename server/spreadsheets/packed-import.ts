import type { CountryCode } from '../../domain/countries.ts'
import { freeBytes } from './free-bytes.ts'
import type { Json, PackedRows, PackedSlice } from './pack-import.ts'

/** Some rows of a sheet with the orders that they become, `OrderLine[]`. */
export type ImportSlice = PackedSlice & { lines: Promise<Json> }

/** A checked sheet. Its orders may still be on their way from the thread that makes them. */
export type PackedImport = Omit<PackedRows, 'slices'> & {
  country: CountryCode
  /** SHA-256 of the file's bytes. */
  fileHash: string
  slices: ImportSlice[]
  /** Words that the orders will be found by. */
  words: Promise<string[]>
}

/** Once nobody reads it any more; orders that are still being made are freed when they come. */
export const freeImport = ({ problems, notes, references, slices }: PackedImport): void => {
  freeBytes([problems, notes, references, ...slices.map(({ rows }) => rows)])
  for (const { lines } of slices) {
    lines.then(
      (json) => freeBytes([json]),
      () => {},
    )
  }
}
