import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { imageMedia, storedImageShapes } from '../../../domain/lib/image.ts'
import { usualBounds } from '../../core/bounds.ts'
import { Refused } from '../../core/errors.ts'
import { makeFairSlots } from '../../core/fair-slots.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { readUpload, registerUploads, uploads } from '../../http/read-upload.ts'
import { refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { encodeImage } from '../../images/encode-image.ts'
import { storeImage } from '../../images/store-image.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { objectSchema, titled } from '../../openapi/json-schema.ts'

/** Each holds a database connection while writing files; limits them if the bucket is slow. */
const storing = makeFairSlots({
  slots: 4,
  slotsPerUser: 2,
  waitingPerUser: usualBounds.waitingSpreadsheets,
})

const storingTimeout = { timeoutMs: 15_000, onTimeout: () => new Refused('FILES_UNAVAILABLE') }

export const imageCalls = {
  upload: describe.call({
    id: 'uploadImage',
    tag: 'images',
    summary: 'Upload a picture of goods: JPEG, PNG, WebP or AVIF, 10 MB and 50 megapixels at most',
    detail:
      'It is decoded and stored anew as WebP, without its metadata, 64, 256 and 1024 pixels on its longer side. `path` may be the `productImage` of a record; with another size in place of 1024 it is the address of the smaller files. They need no session. The same picture is stored once; one that no record has is deleted after 30 days.',
    verbs: ['image.upload'],
    headers: ['Idempotency-Key'],
    body: {
      media: 'multipart/form-data',
      schema: titled('ImageUpload', objectSchema({ file: { type: 'string', format: 'binary' } }, ['file'])),
      files: imageMedia,
    },
    answers: { 201: shapesJson('StoredImage', storedImageShapes) },
    refuses: [
      'IMAGE_MISSING',
      'IMAGE_TOO_LARGE',
      'IMAGE_NOT_SUPPORTED',
      'IMAGE_ANIMATED',
      'IMAGE_TOO_MANY_PIXELS',
      'IMAGE_DAMAGED',
      'TOO_MANY_IMAGES',
      'FILES_UNAVAILABLE',
    ],
  }),
}

/** Uploads of product pictures; `http/static-files.ts` serves them. */
export const imageRoutes = (api: FastifyInstance, context: ServerContext): void => {
  api.register(async (app) => {
    await registerUploads(app, uploads.image)

    app.post('/images', imageCalls.upload, async (request, reply) => {
      refuseQuery(request)
      const { id } = permit(request, 'image.upload')
      const { bytes } = await readUpload(request, uploads.image)
      const encoded = await encodeImage(bytes)
      const giveTurn = await storing.acquire(id, storingTimeout)
      try {
        return await write(
          context,
          request,
          reply,
          async (tx) => ({ status: 201, body: await storeImage(tx, context, id, encoded) }),
          { fingerprint: createHash('sha256').update(bytes).digest('hex') },
        )
      } finally {
        giveTurn()
      }
    })
  })
}
