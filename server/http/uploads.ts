import { imageLimits, imageMedia } from '../../domain/lib/image.ts'
import { csvMedia, spreadsheetMedia } from '../openapi/operation.ts'
import { limits } from '../spreadsheets/limits.ts'
import type { UploadBounds } from './read-upload.ts'

/** Limits of uploaded files. */
export const uploads = {
  image: {
    media: imageMedia,
    bytes: imageLimits.bytes,
    fieldBytes: 1024,
    missing: 'IMAGE_MISSING',
    tooLarge: 'IMAGE_TOO_LARGE',
  },
  orders: {
    media: [csvMedia, spreadsheetMedia],
    bytes: limits.bytes,
    fieldBytes: limits.fieldBytes,
    missing: 'FILE_MISSING',
    tooLarge: 'FILE_TOO_LARGE',
  },
} as const satisfies Record<string, UploadBounds>
