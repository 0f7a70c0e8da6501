import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

export type ReadSymbol = { kind: 'Code128' | 'QRCode'; text: string }

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

// Otherwise it would be downloaded.
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } })

/** All Code 128 and QR symbols that a scanner finds in a picture (PNG bytes or pixels). */
export const readSymbols = async (picture: Uint8Array | ImageData): Promise<ReadSymbol[]> => {
  const found = await readBarcodes(picture, {
    formats: ['Code128', 'QRCode'],
    maxNumberOfSymbols: 255,
    tryHarder: true,
  })
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text }) => ({ kind: format as ReadSymbol['kind'], text }))
}
