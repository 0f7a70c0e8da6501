import { countColumns } from './read-sheet.ts'
import type { SheetCell } from './sheet-cells.ts'

const certainColumns = 3

/** The sheet of orders of a workbook: the first whose header is surely ours, else the one that knows most of our columns. */
export const chooseSheet = (sheets: readonly SheetCell[][][]): SheetCell[][] => {
  const counts = sheets.map(countColumns)
  const certain = counts.findIndex((count) => count >= certainColumns)
  const best = certain >= 0 ? certain : counts.indexOf(Math.max(0, ...counts))
  return sheets[best] ?? sheets[0] ?? []
}
