import type { MappingInput } from '../../../domain/shop-files/import-mapping.ts'

let made = 0

/** A mapping to remember, of headers of its own. */
export const mappingInput = (): MappingInput => {
  const own = `spalte${++made}`
  return {
    headers: [own, 'wer', 'mobil', 'wo', 'was', 'wieviel'],
    columns: [
      { header: 'wer', column: 'customerName' },
      { header: 'mobil', column: 'customerPhone' },
      { header: 'wo', column: 'customerAddress' },
      { header: 'was', column: 'product' },
      { header: 'wieviel', column: 'quantity' },
    ],
  }
}
