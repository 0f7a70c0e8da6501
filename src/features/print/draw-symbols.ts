import { code128, drawingSVG, qrcode } from 'bwip-js/generic'
import { barsOptions, type Symbols, squareOptions } from '../../../domain/labels/label-svg.ts'

/** Both symbols of a code as SVG image URLs. */
export const drawSymbols = (code: string): Symbols => ({
  bars: imageOf(code128(barsOptions(code), drawingSVG()), 'none'),
  square: imageOf(qrcode(squareOptions(code), drawingSVG()), 'xMidYMid'),
})

/** `none`: stretches the bars to their box, which keeps their proportions. */
const imageOf = (svg: string, fit: 'none' | 'xMidYMid'): string =>
  `data:image/svg+xml,${encodeURIComponent(svg.trim().replace(/^<svg /, `<svg preserveAspectRatio="${fit}" `))}`
