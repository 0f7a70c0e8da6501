import { code128, drawingSVG, qrcode } from 'bwip-js/generic'
import { barsOptions, type Symbols, squareOptions } from '../../../domain/labels/label-svg.ts'

/** Both symbols of a code, each as an address of an SVG image. */
export const drawSymbols = (code: string): Symbols => ({
  bars: imageOf(code128(barsOptions(code), drawingSVG()), 'none'),
  square: imageOf(qrcode(squareOptions(code), drawingSVG()), 'xMidYMid'),
})

/** `none`: the bars fill their box, which changes neither their order nor their proportions. */
const imageOf = (svg: string, fit: 'none' | 'xMidYMid'): string =>
  `data:image/svg+xml,${encodeURIComponent(svg.trim().replace(/^<svg /, `<svg preserveAspectRatio="${fit}" `))}`
