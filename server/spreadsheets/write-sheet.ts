import { Zip } from 'fflate'
import type { ExportCell } from '../../domain/exports/export-row.ts'
import { columnName, rowXml } from './sheet-cells.ts'
import { cellStyles, sheetEnd, sheetStart, workbookParts } from './sheet-parts.ts'
import { openZipPart } from './zip-part.ts'

export type SheetHead = { name: string; columns: readonly { header: string; width: number }[] }

export type SheetWriter = {
  /** Writes rows below those before; resolves once their bytes are taken. */
  write: (rows: readonly (readonly ExportCell[])[]) => Promise<void>
  end: () => Promise<void>
}

/**
 * Writes a workbook of one sheet row by row: whatever its size, no more than a few rows of it are in memory. `take` gets
 * the file's bytes in their order.
 */
export const openSheet = async (
  { name, columns }: SheetHead,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<SheetWriter> => {
  let made: Uint8Array[] = []
  let rows = 0
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    made.push(bytes)
  })
  const handOver = async (): Promise<void> => {
    const bytes = Buffer.concat(made)
    made = []
    if (bytes.length > 0) await take(bytes)
  }
  for (const [path, xml] of Object.entries(workbookParts(name))) {
    const part = openZipPart(zip, path)
    await part.write(xml)
    await part.end()
  }
  const sheet = openZipPart(zip, 'xl/worksheets/sheet1.xml')
  const headers = columns.map(({ header }) => header)
  await sheet.write(sheetStart(columns.map(({ width }) => width)))
  await sheet.write(rowXml(++rows, headers, cellStyles.header))
  return {
    write: async (added) => {
      await sheet.write(added.map((cells) => rowXml(++rows, cells)).join(''))
      await handOver()
    },
    end: async () => {
      await sheet.write(sheetEnd(`A1:${columnName(columns.length - 1)}${rows}`))
      await sheet.end()
      zip.end()
      await handOver()
    },
  }
}
