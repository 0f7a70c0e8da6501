import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Code } from '../../domain/core/codes.ts'
import { imageLimits, imageMedia } from '../../domain/lib/image.ts'
import { Refused } from '../core/errors.ts'
import { csvMedia, spreadsheetMedia } from '../openapi/operation.ts'
import { limits } from '../spreadsheets/limits.ts'

type Upload = { bytes: Buffer; fields: Record<string, string> }

type UploadBounds = {
  /** Media types of a body that is the file: `curl --data-binary @orders.csv -H 'Content-Type: text/csv'`. */
  media: readonly string[]
  /** Maximum file size, however it is sent. */
  bytes: number
  /** Maximum size of each text field. */
  fieldBytes: number
  missing: Code
  tooLarge: Code
}

/** Accepts a file in this scope, as multipart or as the body, with the same limits. */
export const registerUploads = async (app: FastifyInstance, bounds: UploadBounds): Promise<void> => {
  await app.register(multipart, { limits: multipartLimits(bounds) })
  // Not `parseAs`, which would apply the route's JSON limit.
  app.addContentTypeParser([...bounds.media], (_request: FastifyRequest, payload: AsyncIterable<Buffer>) =>
    readFile(payload, bounds),
  )
}

/** Reads to the end even if too long, so that the client gets the answer. */
const readFile = async (payload: AsyncIterable<Buffer>, bounds: UploadBounds): Promise<Buffer> => {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of payload) {
      length += part.length
      if (length <= bounds.bytes) parts.push(part)
      else parts.length = 0
    }
  } catch {
    throw new Refused(bounds.missing)
  }
  if (length > bounds.bytes) throw new Refused(bounds.tooLarge)
  return Buffer.concat(parts)
}

/** Options of `@fastify/multipart` for one file. */
const multipartLimits = ({ bytes, fieldBytes }: UploadBounds) => ({
  fileSize: bytes,
  files: 1,
  fields: 5,
  parts: 6,
  fieldSize: fieldBytes,
  headerPairs: 50,
})

/** Overhead of multipart: boundaries, headers, other fields. */
const envelope = 64 * 1024

/** The single file of a call in memory, with text fields of a form. Name and media type are not trusted. */
export const readUpload = async (request: FastifyRequest, bounds: UploadBounds): Promise<Upload> => {
  if (Buffer.isBuffer(request.body)) return { bytes: request.body, fields: {} }
  if (!request.isMultipart()) throw new Refused('UNSUPPORTED_MEDIA_TYPE')
  const longest = bounds.bytes + envelope + bounds.fieldBytes
  const isTooLong = Number(request.headers['content-length'] ?? 0) > longest
  let isFieldTooLong = false
  const upload: { bytes: Buffer | null; fields: Record<string, string> } = { bytes: null, fields: {} }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated) isFieldTooLong = true
        upload.fields[part.fieldname] = String(part.value)
      }
      // Reads to the end even if too long, so that the client gets the answer.
      else if (part.fieldname !== 'file' || isTooLong) part.file.resume()
      else upload.bytes = await part.toBuffer()
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new Refused(bounds.tooLarge)
    throw new Refused(tooMany.has(code) ? 'BODY_TOO_LARGE' : bounds.missing)
  }
  if (isTooLong) throw new Refused(bounds.tooLarge)
  if (isFieldTooLong) throw new Refused('BODY_TOO_LARGE')
  if (upload.bytes === null) throw new Refused(bounds.missing)
  return { bytes: upload.bytes, fields: upload.fields }
}

/** Other failures: truncated or not multipart. */
const tooMany = new Set(['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT'])

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
