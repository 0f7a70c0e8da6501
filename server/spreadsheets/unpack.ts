import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { accept, type Refusal, type Result, refuse } from '../../domain/lib/result.ts'
import { limits } from './limits.ts'

/** The parts of a workbook by their names, inflated. */
export type Parts = Record<string, Uint8Array>

export const contentTypes = '[Content_Types].xml'

/** Parts that cells come from. Pictures, macros, comments and links to other files are not even inflated. */
const wanted =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook\d*|sharedStrings|styles)\.xml|xl\/_rels\/[^/]+\.rels|xl\/worksheets\/[^/]+\.xml)$/i

/** Unpacks a zip as a workbook, counting what really comes out and not what its headers promise. */
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

/** Broken, encrypted or longer than its header says: not a spreadsheet that we can read. */
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
