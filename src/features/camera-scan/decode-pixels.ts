import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap'
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer'
import DecodeHintType from '@zxing/library/esm/core/DecodeHintType'
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader'
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader'
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource'

/** Bars that are turned, and codes that are small or lit badly, are looked for too. */
const hints = new Map<DecodeHintType, unknown>([[DecodeHintType.TRY_HARDER, true]])

/** The readers of the two symbols that our labels have. */
const readers = [new Code128Reader(), new QRCodeReader()]

/** The text of a Code 128 or a QR code on a picture; null where there is none. For browsers without `BarcodeDetector`. */
export const decodePixels = ({ data, width, height }: ImageData): string | null => {
  const source = new RGBLuminanceSource(greyOf(data), width, height)
  for (const reader of readers) {
    try {
      return reader.decode(new BinaryBitmap(new HybridBinarizer(source)), hints).getText()
    } catch {
      // Nothing found, or found and wrong: the next frame may be better.
    } finally {
      reader.reset()
    }
  }
  return null
}

const greyOf = (pixels: Uint8ClampedArray): Uint8ClampedArray => {
  const grey = new Uint8ClampedArray(pixels.length / 4)
  for (let at = 0; at < grey.length; at++)
    grey[at] = (pixels[4 * at]! * 77 + pixels[4 * at + 1]! * 150 + pixels[4 * at + 2]! * 29) >> 8
  return grey
}
