import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

export type ReadSymbol = { kind: 'Code128' | 'QRCode'; text: string }

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

// It would be fetched from the net otherwise.
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } })

/** Every Code 128 and QR that a scanner finds on a picture: what PNG bytes or pixels hold. */
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
