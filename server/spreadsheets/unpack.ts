import { crc32, createDeflateRaw } from 'node:zlib'
import type { Zip, ZipInputFile } from 'fflate'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { accept, type Refusal, type Result, refuse } from '../../domain/lib/result.ts'
import { limits } from './limits.ts'
import { escapeText, sheetName } from './storable-text.ts'

/** Unpacked parts of a workbook by name. */
export type Parts = Record<string, Uint8Array>

export const contentTypes = '[Content_Types].xml'

/** Parts with cells. Others (pictures, macros, comments, links) are not unpacked. */
const wanted =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook\d*|sharedStrings|styles)\.xml|xl\/_rels\/[^/]+\.rels|xl\/worksheets\/[^/]+\.xml)$/i

/** Unpacks a workbook, counting actual bytes instead of trusting headers. */
export const unpack = async (bytes: Buffer): Promise<Result<Parts>> => {
  const zip = await openZip(bytes)
  if (zip === null) return refuse('FILE_NOT_A_SPREADSHEET')
  const entries = await readEntries(zip)
  if (!entries.ok) return entries
  const kept = entries.value.filter(({ fileName }) => wanted.test(fileName))
  const refusal = whyNotUnpack(entries.value, kept)
  if (refusal !== null) return refusal
  const parts: Parts = {}
  let total = 0
  for (const entry of kept) {
    const part = await inflate(zip, entry, limits.unpackedBytes - total)
    if (!part.ok) return part
    parts[entry.fileName] = part.value
    total += part.value.length
  }
  return accept(parts)
}

const whyNotUnpack = (all: Entry[], kept: Entry[]): Refusal | null => {
  const names = kept.map(({ fileName }) => fileName)
  const isWorkbook =
    names.includes(contentTypes) &&
    names.some((name) => /^xl\/workbook\d*\.xml$/i.test(name)) &&
    names.some((name) => /^xl\/worksheets\//i.test(name))
  const isTooMuch =
    kept.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > limits.unpackedBytes ||
    kept.some(
      ({ uncompressedSize, compressedSize }) =>
        uncompressedSize > limits.ratioFrom && uncompressedSize > compressedSize * limits.ratio,
    )
  if (all.length > limits.entries || isTooMuch) return refuse('FILE_TOO_COMPLEX')
  return isWorkbook && new Set(names).size === names.length ? null : refuse('FILE_NOT_A_SPREADSHEET')
}

const openZip = (bytes: Buffer): Promise<ZipFile | null> =>
  new Promise((resolve) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      resolve(error ? null : zip),
    )
  })

const readEntries = (zip: ZipFile): Promise<Result<Entry[]>> =>
  new Promise((resolve) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > limits.entries) resolve(refuse('FILE_TOO_COMPLEX'))
      else zip.readEntry()
    })
    zip.on('end', () => resolve(accept(entries)))
    zip.on('error', () => resolve(refuse('FILE_NOT_A_SPREADSHEET')))
    zip.readEntry()
  })

/** Fails if corrupt, encrypted, or longer than declared. */
const inflate = (zip: ZipFile, entry: Entry, atMost: number): Promise<Result<Buffer>> =>
  new Promise((resolve) => {
    const broken = () => resolve(refuse('FILE_NOT_A_SPREADSHEET'))
    try {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return broken()
        const chunks: Buffer[] = []
        let length = 0
        stream.on('data', (chunk: Buffer) => {
          length += chunk.length
          chunks.push(chunk)
          if (length <= atMost) return
          resolve(refuse('FILE_TOO_COMPLEX'))
          stream.destroy()
        })
        stream.on('end', () => resolve(accept(Buffer.concat(chunks))))
        stream.on('error', broken)
      })
    } catch {
      broken()
    }
  })

export type ZipPart = {
  /** Resolves when the chunk is compressed, off the main thread. */
  write: (text: string) => Promise<void>
  end: () => Promise<void>
}

const level = 5

/** Starts a file in the zip; the previous one must have ended. */
export const openZipPart = (zip: Zip, filename: string): ZipPart => {
  const part: ZipInputFile = { filename, size: 0, crc: 0, compression: 8 }
  zip.add(part)
  const deflate = createDeflateRaw({ level })
  deflate.on('data', (bytes: Buffer<ArrayBuffer>) => part.ondata!(null, bytes, false))
  return {
    write: (text) => {
      const bytes = Buffer.from(text)
      part.crc = crc32(bytes, part.crc)
      part.size += bytes.length
      return new Promise((resolve, reject) => {
        deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
    },
    end: () =>
      new Promise((resolve, reject) => {
        deflate.once('error', reject)
        deflate.once('end', () => {
          part.ondata!(null, new Uint8Array(0), true)
          resolve()
        })
        deflate.end()
      }),
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Style indexes in `styles.xml`; amounts by decimals. */
export const cellStyles = { header: 1, amounts: [2, 3, 3, 4], day: 5, instant: 6 } as const

/** Number formats in style order. 14 and 22 are localised dates. */
const formats = [0, 0, 3, 4, 164, 14, 22]

/** Parts of a single-sheet workbook besides the sheet, by path. */
export const workbookParts = (name: string): Record<string, string> => ({
  '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="${escapeText(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.map(styleXml).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
})

const styleXml = (format: number, style: number): string => {
  const font = style === cellStyles.header ? 1 : 0
  return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
}

/** Sheet XML before the rows: frozen header, column widths. */
export const sheetStart = (widths: readonly number[]): string => {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}

/** Sheet XML after the rows: filter on the header. */
export const sheetEnd = (range: string): string => `</sheetData><autoFilter ref="${range}"/></worksheet>`

/** Refusals before parsing: too many rows or columns. */
export type Oversize = 'FILE_TOO_MANY_ROWS' | 'FILE_TOO_COMPLEX'

/** Maximum of spreadsheet programs. */
const mostCells = 16_384
/** Shorter rows cannot exceed it. */
const worthCounting = mostCells * 4

/** Single pass; unclosed tags are followed no further than a valid tag's length. */
export const scanRows = (xml: string): Oversize | null => {
  let row = 0
  let at = 0
  const whyNot = (end: number): Oversize | null => {
    const content = row > limits.scannedRows || end - at > worthCounting ? xml.slice(at, end) : ''
    if (row > limits.scannedRows && /<(?:\w{1,20}:)?(?:v|is)[\s>]/.test(content)) return 'FILE_TOO_MANY_ROWS'
    return content.length > worthCounting && cellsIn(content) > mostCells ? 'FILE_TOO_COMPLEX' : null
  }
  for (const match of xml.matchAll(/<(?:\w{1,20}:)?row(?=[\s>/])([^<>]{0,1000})>?/g)) {
    const oversize = whyNot(match.index)
    if (oversize !== null) return oversize
    row = Number(/\sr=["'](\d{1,9})["']/.exec(match[1] ?? '')?.[1] ?? row + 1)
    at = match.index + match[0].length
  }
  return whyNot(xml.length)
}

const cellsIn = (content: string): number => {
  let count = 0
  for (const _ of content.matchAll(/<(?:\w{1,20}:)?c[\s>/]/g)) if (++count > mostCells) break
  return count
}
