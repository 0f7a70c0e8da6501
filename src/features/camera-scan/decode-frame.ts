import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap'
import BitArray from '@zxing/library/esm/core/common/BitArray'
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer'
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader'
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader'
import type Result from '@zxing/library/esm/core/Result'
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource'

/**
 * Decoder for browsers without `BarcodeDetector`. Deep imports: the package's entry includes every format and is four times as
 * large.
 */
const qr = new QRCodeReader()
const code128 = new Code128Reader()

/** Texts of Code 128 and QR codes in an image; barcodes are found upright and rotated by 90°. */
export const decodeFrame = ({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>): string[] => {
  const grey = greyOf(data, width * height)
  const upright = bitmapOf(grey, width, height)
  const bars = readBars(upright) ?? readBars(bitmapOf(turned(grey, width, height), height, width))
  return [bars, attempt(() => qr.decode(upright))].filter((text) => text !== null)
}

/**
 * Reads Code 128 in rows from the middle outwards. The library's `decode` only finds a code that is the first dark object of
 * its row, so it is called from each bar that may start a code.
 */
const readBars = (bitmap: BinaryBitmap): string | null => {
  const height = bitmap.getHeight()
  for (let at = 0; at < ROWS; at++) {
    const step = Math.ceil(at / 2) * (at % 2 === 0 ? 1 : -1)
    const y = Math.floor(height * (0.5 + step / (ROWS + 1)))
    const row = blackRow(bitmap, y)
    if (row === null) continue
    // Reversed, for upside-down codes.
    for (const isReversed of [false, true]) {
      if (isReversed) row.reverse()
      for (const start of possibleStarts(row)) {
        const text = attempt(() => code128.decodeRow(y, from(row, start)))
        if (text !== null) return text
      }
    }
  }
  return null
}

const ROWS = 24

/** Null for a row without contrast. */
const blackRow = (bitmap: BinaryBitmap, y: number): BitArray | null => {
  try {
    return bitmap.getBlackRow(y, new BitArray(bitmap.getWidth()))
  } catch {
    return null
  }
}

/** Bars preceded by a wide white gap: at least five times their width. */
const possibleStarts = (row: BitArray): number[] => {
  const starts: number[] = []
  const size = row.getSize()
  let white = 0
  while (white < size) {
    const bar = row.getNextSet(white)
    const end = row.getNextUnset(bar)
    if (bar < size && bar - white >= MIN_QUIET * (end - bar)) starts.push(bar)
    white = Math.max(end, white + 1)
  }
  return starts
}

const MIN_QUIET = 2.5

const from = (row: BitArray, start: number): BitArray => {
  const rest = new BitArray(row.getSize() - start)
  for (let at = start; at < row.getSize(); at++) if (row.get(at)) rest.set(at - start)
  return rest
}

/** The library throws for no code, a truncated one, or a wrong checksum. */
const attempt = (read: () => Result): string | null => {
  try {
    return read().getText()
  } catch {
    return null
  }
}

const bitmapOf = (grey: Uint8ClampedArray, width: number, height: number): BinaryBitmap =>
  new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)))

/** RGBA to luminance, one byte a pixel. */
const greyOf = (data: Uint8ClampedArray, pixels: number): Uint8ClampedArray => {
  const grey = new Uint8ClampedArray(pixels)
  for (let at = 0; at < pixels; at++) {
    const from = at * 4
    grey[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8
  }
  return grey
}

/** Rotates by 90°. */
const turned = (grey: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray => {
  const result = new Uint8ClampedArray(grey.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) result[x * height + (height - 1 - y)] = grey[y * width + x] ?? 0
  return result
}
