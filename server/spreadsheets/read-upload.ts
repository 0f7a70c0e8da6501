import type { FastifyRequest } from 'fastify'
import type { Code } from '../../domain/codes.ts'
import { Refused } from '../refused.ts'
import { limits } from './limits.ts'

export type Upload = { bytes: Buffer; fields: Record<string, string> }

/** What goes with a file beside its bytes: boundaries, headers, a few fields, corrections among them. */
const envelope = 64 * 1024 + limits.fieldBytes

/**
 * The one file of a multipart call, whole and in memory (10 MB at most), with the text fields beside it; or of a call whose
 * body is the file itself. What it is shows when it is read: neither its name nor its type is believed.
 */
export const readUpload = async (request: FastifyRequest): Promise<Upload> => {
  if (Buffer.isBuffer(request.body)) return { bytes: request.body, fields: {} }
  if (!request.isMultipart()) throw new Refused('UNSUPPORTED_MEDIA_TYPE')
  const isTooLong = Number(request.headers['content-length'] ?? 0) > limits.bytes + envelope
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
    throw new Refused(codes[(error as { code?: string }).code ?? ''] ?? 'FILE_MISSING')
  }
  if (isTooLong) throw new Refused('FILE_TOO_LARGE')
  if (isFieldTooLong) throw new Refused('BODY_TOO_LARGE')
  if (upload.bytes === null) throw new Refused('FILE_MISSING')
  return { bytes: upload.bytes, fields: upload.fields }
}

/** Any other failure is a body cut short or not multipart at all. */
const codes: Record<string, Code> = {
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_FILES_LIMIT: 'BODY_TOO_LARGE',
  FST_PARTS_LIMIT: 'BODY_TOO_LARGE',
  FST_FIELDS_LIMIT: 'BODY_TOO_LARGE',
}
