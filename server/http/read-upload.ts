import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Code } from '../../domain/core/codes.ts'
import { Refused } from '../core/errors.ts'

export type Upload = { bytes: Buffer; fields: Record<string, string> }

export type UploadBounds = {
  /** What a body is that is the file itself: `curl --data-binary @orders.csv -H 'Content-Type: text/csv'`. */
  media: readonly string[]
  /** Of the file, whichever way it is sent. */
  bytes: number
  /** Of each text field sent with the file. */
  fieldBytes: number
  missing: Code
  tooLarge: Code
}

/** Lets the calls of this scope take a file, in a form or as the body itself, within the same bounds. */
export const registerUploads = async (app: FastifyInstance, bounds: UploadBounds): Promise<void> => {
  await app.register(multipart, { limits: multipartLimits(bounds) })
  // Not `parseAs`: the route's limit, which is that of JSON, would replace the file's.
  app.addContentTypeParser([...bounds.media], (_request: FastifyRequest, payload: AsyncIterable<Buffer>) =>
    readFile(payload, bounds),
  )
}

/** Read to its end also when it is too long, so that the answer finds somebody who listens. */
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

/** The limits of `@fastify/multipart` for calls that take one file. */
const multipartLimits = ({ bytes, fieldBytes }: UploadBounds) => ({
  fileSize: bytes,
  files: 1,
  fields: 5,
  parts: 6,
  fieldSize: fieldBytes,
  headerPairs: 50,
})

/** Overhead of a multipart body over the file and the largest field: boundaries, headers, other fields. */
const envelope = 64 * 1024

/**
 * The one file of a multipart call, whole and in memory, with its text fields; or of a call whose body is the
 * file itself. What it is shows when it is read: neither its name nor its type is believed.
 */
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
      // Read to its end also when it is too long, so that the answer finds somebody who listens.
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

/** Any other failure is a body cut short or not multipart at all. */
const tooMany = new Set(['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT'])
