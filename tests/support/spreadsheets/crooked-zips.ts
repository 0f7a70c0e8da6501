import { crc32 } from 'node:zlib'
import { strToU8, unzipSync, zipSync } from 'fflate'

const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'

export const sheet = (data: string, prolog = ''): string =>
  `${prolog}<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`
export const oneCell = '<row r="1"><c r="A1"><v>1</v></c></row>'

/** The parts of a workbook of one sheet; `more` replaces or adds some. */
const parts = (more: Record<string, string | Uint8Array> = {}): Record<string, Uint8Array> => {
  const all: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${types}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${documents}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet(oneCell),
    ...more,
  }
  return Object.fromEntries(
    Object.entries(all).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
  )
}

export const book = (more: Record<string, string | Uint8Array> = {}): Buffer =>
  Buffer.from(zipSync(parts(more), { level: 9 }))
/** Changes every record of a kind in a zip. */
export const eachRecord = (
  bytes: Buffer,
  mark: string,
  change: (copy: Buffer, at: number) => void,
): Buffer => {
  const copy = Buffer.from(bytes)
  for (let at = copy.indexOf(mark, 0, 'latin1'); at >= 0; at = copy.indexOf(mark, at + 4, 'latin1'))
    change(copy, at)
  return copy
}
export const central = 'PK\u0001\u0002'
const local = 'PK\u0003\u0004'
export const ending = 'PK\u0005\u0006'

/** A zip of stored entries with arbitrary names: duplicates, wrong checksums, links. */
const storedZip = (entries: { name: string; text: string; sum?: number; external?: number }[]): Buffer => {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, text, sum, external = 0 } of entries) {
    const [title, body] = [Buffer.from(name), Buffer.from(text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(sum ?? crc32(body), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(body.length, 18)
    common.writeUInt16LE(title.length, 22)
    const head = Buffer.concat([Buffer.from(local, 'latin1'), common, title, body])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(external, 6)
    tail.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from(`${central}\u0014\u0003`, 'latin1'), common, tail, title]))
    locals.push(head)
    offset += head.length
  }
  const table = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write(ending, 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, table, end])
}

export const stored = (more: Parameters<typeof storedZip>[0], without: readonly string[] = []): Buffer =>
  storedZip([
    ...Object.entries(parts())
      .filter(([name]) => !without.includes(name))
      .map(([name, bytes]) => ({ name, text: Buffer.from(bytes).toString() })),
    ...more,
  ])

/** Number of parts of our workbooks, as a check of the builder. */
export const soundParts = (): number => Object.keys(unzipSync(new Uint8Array(book()))).length
