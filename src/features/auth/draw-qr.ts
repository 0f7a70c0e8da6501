import { drawingSVG, qrcode } from 'bwip-js/generic'

/** A text as the URL of a QR code, with the quiet zone that dark themes need. */
export const drawQr = (text: string): string => {
  const options = { bcid: 'qrcode', text, eclevel: 'M', padding: 4, backgroundcolor: 'FFFFFF' }
  return `data:image/svg+xml,${encodeURIComponent(qrcode(options, drawingSVG()).trim())}`
}
