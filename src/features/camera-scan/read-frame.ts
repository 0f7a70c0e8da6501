import { importWithRetry } from '../../lazy/import-with-retry.ts'

/** Reads the codes in the video's current frame. */
export type ReadFrame = (video: HTMLVideoElement) => Promise<readonly string[]>

/** https://wicg.github.io/shape-detection-api/ */
type Detector = { detect: (source: CanvasImageSource) => Promise<readonly { rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

const formats = ['code_128', 'qr_code']

/** The browser's detector of both symbols; null if unsupported. */
const ownDetector = async (): Promise<Detector | null> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (BarcodeDetector === undefined) return null
  const supported = await BarcodeDetector.getSupportedFormats().catch((): readonly string[] => [])
  return formats.every((format) => supported.includes(format)) ? new BarcodeDetector({ formats }) : null
}

const loadDecoder = () => importWithRetry(() => import('./decode-frame.ts'))

/** Preloads the decoder for use without a network. */
export const preloadDecoder = async (): Promise<void> => {
  if (!hasCamera() || (await ownDetector()) !== null) return
  await loadDecoder()
}

export const hasCamera = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined

/** @throws if the decoder cannot be loaded */
export const createFrameReader = async (): Promise<ReadFrame> => {
  const detector = await ownDetector()
  if (detector !== null)
    return async (video) => (await detector.detect(video).catch(() => [])).map(({ rawValue }) => rawValue)
  const { decodeFrame } = await loadDecoder()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (context === null || videoWidth === 0) return []
    const scale = Math.min(1, MAX_WIDTH / videoWidth)
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return decodeFrame(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}

/** In pixels: enough for bars that fill a third of the picture, fast on old phones. */
const MAX_WIDTH = 960
