import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { imageSizes, type StoredImage } from '../../domain/lib/image.ts'
import type { Product } from '../../domain/products/product.ts'
import { clean } from '../../server/schedules.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { goodsInputs, openGoodsApi } from '../support/api/goods.ts'
import { animatedPng, makeImage, photoWithPlace, pngOfSize } from '../support/images/make-images.ts'
import { casesOf } from '../support/is-full.ts'
import { multipartBody, multipartType } from '../support/spreadsheets/upload.ts'

const { api, goods } = await openGoodsApi()
const admin = await api.as('admin')

const send = async (bytes: Buffer, type = 'image/jpeg', headers: Record<string, string> = {}) => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/images',
    headers: { authorization: admin.token, 'content-type': type, ...headers },
    payload: bytes,
  })
  return {
    status: answer.statusCode,
    body: answer.json() as StoredImage & { code?: string; detail?: string },
  }
}

const upload = async (bytes: Buffer): Promise<StoredImage> => {
  const { status, body } = await send(bytes)
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

const fetchFile = (url: string) => api.app.inject({ url })

const filesOf = (path: string) => imageSizes.map((size) => path.replace('-1024', `-${size}`))

it.each([...casesOf(['jpeg', 'png', 'webp', 'avif'] as const, (format) => format === 'jpeg')])(
  'stores a %s as WebP of three sizes',
  async (format) => {
    const { path, width, height } = await upload(await makeImage(format, 1500, 1000))
    expect({ width, height }).toEqual({ width: 1024, height: 683 })
    const sizes = []
    for (const file of filesOf(path)) {
      const { format, width, height } = await sharp((await fetchFile(file)).rawPayload).metadata()
      sizes.push([format, width, height])
    }
    expect(sizes).toEqual([
      ['webp', 64, 43],
      ['webp', 256, 171],
      ['webp', 1024, 683],
    ])
  },
)

it('takes a file of a form, too, and does not make it larger than it is', async () => {
  const { status, body } = await send(multipartBody(await makeImage('png', 90, 60)), multipartType)
  expect({ status, ...body }).toMatchObject({ status: 201, width: 90, height: 60 })
})

it('serves a picture to anybody for ever, as a picture and nothing else', async () => {
  const { path } = await upload(await makeImage('png'))
  const { statusCode, headers } = await fetchFile(path)
  expect({ statusCode, ...headers }).toMatchObject({
    statusCode: 200,
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  })
})

it.each(['/files/x.webp', `/files/${'0'.repeat(64)}-64.webp`, '/files/..%2f..%2fpackage.json', '/files/'])(
  'has nothing at %s',
  async (url) => {
    const { statusCode, headers } = await fetchFile(url)
    expect({ statusCode, caching: headers['cache-control'] }).toEqual({
      statusCode: 404,
      caching: 'no-store',
    })
  },
)

it('forgets where and by whom a photograph was taken, and turns it upright', async () => {
  const photo = await photoWithPlace()
  expect(photo.toString('latin1')).toContain('secret-owner')
  const { path } = await upload(photo)
  for (const file of filesOf(path)) {
    const bytes = (await fetchFile(file)).rawPayload
    expect(bytes.toString('latin1')).not.toMatch(/secret-owner|Exif|GPS|XMP|ICCP/)
  }
  const { width, height } = await sharp((await fetchFile(path)).rawPayload).metadata()
  expect({ width, height }).toEqual({ width: 200, height: 300 })
})

it('keeps nothing of a script behind or within a picture', async () => {
  const script = '<script>alert(document.domain)</script>/*<?php system($_GET[0]) ?>*/'
  const behind = Buffer.concat([await makeImage('jpeg'), Buffer.from(script)])
  const within = await sharp(await makeImage('png'))
    .withExif({ IFD0: { ImageDescription: script } })
    .png()
    .toBuffer()
  for (const polyglot of [behind, within]) {
    expect(polyglot.toString('latin1')).toContain('<script>')
    const { path } = await upload(polyglot)
    for (const file of filesOf(path)) {
      expect((await fetchFile(file)).rawPayload.toString('latin1')).not.toMatch(/script|php/)
    }
  }
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const animatedWebp = () =>
  sharp({ create: { width: 10, height: 20, channels: 3, background: 'red' } })
    .composite([
      { input: { create: { width: 10, height: 10, channels: 3, background: 'blue' } }, left: 0, top: 0 },
    ])
    .raw()
    .toBuffer()
    .then((data) =>
      sharp(data, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
        .webp({ loop: 0, delay: [100, 100] })
        .toBuffer(),
    )
const cut = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))

const refused: Record<string, { make: () => Buffer | Promise<Buffer>; code: string; status: number }> = {
  'an SVG': { make: () => Buffer.from(svg), code: 'IMAGE_NOT_SUPPORTED', status: 415 },
  'an SVG after the beginning of a PNG': {
    make: async () => Buffer.concat([(await makeImage('png')).subarray(0, 8), Buffer.from(svg)]),
    code: 'IMAGE_DAMAGED',
    status: 400,
  },
  'a page of HTML': { make: () => Buffer.from('<!doctype html>'), code: 'IMAGE_NOT_SUPPORTED', status: 415 },
  'a GIF': {
    make: async () =>
      sharp(await makeImage('png'))
        .gif()
        .toBuffer(),
    code: 'IMAGE_NOT_SUPPORTED',
    status: 415,
  },
  'an animated PNG': { make: animatedPng, code: 'IMAGE_ANIMATED', status: 400 },
  'an animated WebP': { make: animatedWebp, code: 'IMAGE_ANIMATED', status: 400 },
  'a PNG of 50,000 x 50,000 pixels': {
    make: () => pngOfSize(50_000, 50_000),
    code: 'IMAGE_TOO_MANY_PIXELS',
    status: 400,
  },
  'a JPEG that was cut': {
    make: async () => cut(await makeImage('jpeg', 900, 900)),
    code: 'IMAGE_DAMAGED',
    status: 400,
  },
  'a PNG that was cut': {
    make: async () => cut(await makeImage('png', 900, 900)),
    code: 'IMAGE_DAMAGED',
    status: 400,
  },
  'a WebP that was cut': {
    make: async () => cut(await makeImage('webp', 900, 900)),
    code: 'IMAGE_DAMAGED',
    status: 400,
  },
  'an AVIF that was cut': {
    make: async () => cut(await makeImage('avif', 900, 900)),
    code: 'IMAGE_DAMAGED',
    status: 400,
  },
  'no byte': { make: () => Buffer.alloc(0), code: 'IMAGE_MISSING', status: 400 },
}

const refusals = casesOf(
  Object.entries(refused),
  ([what]) => !/(PNG|WebP|AVIF) that was cut|animated WebP/.test(what),
)
it.each(refusals)('refuses %s with a sentence', async (_, { make, code, status }) => {
  const bytes = await make()
  const before = readdirSync(api.filesFolder)
  const answer = await send(multipartBody(bytes), multipartType, { 'accept-language': 'de' })
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  expect(answer.body.detail).toMatch(/^\p{Lu}.{20,}\.$/u)
  expect(readdirSync(api.filesFolder)).toEqual(before)
})

it('refuses a file of more than 10 MB', async () => {
  const large = Buffer.concat([await makeImage('jpeg'), Buffer.alloc(10 * 1024 * 1024)])
  await expectRefusal(send(multipartBody(large), multipartType), 413, 'IMAGE_TOO_LARGE')
  expect(await send(large)).toMatchObject({ status: 413 })
})

it('stores the same picture once', async () => {
  const bytes = await makeImage('png', 333, 222)
  const first = await upload(bytes)
  const before = readdirSync(api.filesFolder).length
  expect(await upload(bytes)).toEqual(first)
  expect(readdirSync(api.filesFolder).length).toBe(before)
})

it('bounds what one user’s pictures may weigh together', async () => {
  api.context.storage = { imageBytes: 1 }
  try {
    await expectRefusal(send(await makeImage('jpeg')), 409, 'TOO_MANY_IMAGES')
  } finally {
    delete api.context.storage
  }
})

it('is the picture of a product, beside a link, in whichever size it was named', async () => {
  const { path } = await upload(await makeImage('png', 120, 80))
  const product = await goods.create('products', { productImage: path.replace('-1024', '-64') })
  expect(product.productImage).toBe(path)
  for (const productImage of [
    '/files/x.webp',
    `${path}/..`,
    `/x${path}`,
    '/etc/passwd',
    'javascript:alert(1)',
  ]) {
    const { status, body } = await admin.put(`/products/${product.id}`, { body: { productImage } })
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ code: 'NOT_A_URL' }] } })
  }
  const { body } = await admin.put<Product>(`/products/${product.id}`, {
    body: { productImage: 'https://img.example/a.jpg' },
  })
  expect(body.productImage).toBe('https://img.example/a.jpg')
})

it('is refused by name where no such picture is stored, and stays where the record has it already', async () => {
  const kept = await upload(await makeImage('png', 60, 40))
  const product = await goods.create('products', { productImage: kept.path })
  const gone = kept.path.replace(/[0-9a-f]{64}/, '0'.repeat(64))
  const refusal = { code: 'VALIDATION_FAILED', errors: [{ path: 'productImage', code: 'IMAGE_NOT_FOUND' }] }
  const update = await admin.put(`/products/${product.id}`, { body: { name: 'X', productImage: gone } })
  expect(update).toMatchObject({ status: 400, body: refusal })
  const made = await admin.post('/products', { body: { ...goodsInputs.products(), productImage: gone } })
  expect(made).toMatchObject({ status: 400, body: refusal })
  expect((await admin.get<Product>(`/products/${product.id}`)).body).toEqual(product)

  // After a restore without pictures, unchanged ones are not checked.
  await api.context.pool.query('delete from images where hash = $1', [kept.path.slice(7, 71)])
  const renamed = await admin.put<Product>(`/products/${product.id}`, {
    body: { name: 'Renamed', productImage: kept.path },
  })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Renamed', productImage: kept.path } })
})

it('deletes pictures that no record has had for a month, and keeps the others', {
  tags: 'full',
}, async () => {
  const used = await upload(await makeImage('png', 50, 40))
  const unused = await upload(await makeImage('png', 40, 50))
  const product = await goods.create('products', { productImage: used.path })
  const isThere = async ({ path }: StoredImage) => (await fetchFile(path)).statusCode === 200

  const day = 24 * 3_600_000
  api.clock.advance(29 * day)
  await clean(api.context)
  expect([await isThere(used), await isThere(unused)]).toEqual([true, true])
  api.clock.advance(2 * day)
  await clean(api.context)
  expect([await isThere(used), await isThere(unused)]).toEqual([true, false])
  const { rows } = await api.context.pool.query('select hash from images')
  expect(readdirSync(api.filesFolder).length).toBe(rows.length * imageSizes.length)

  const admin = await api.as(await api.createUser({ role: 'admin' }))
  await admin.put(`/products/${product.id}`, { body: { productImage: null } })
  api.clock.advance(31 * day)
  await clean(api.context)
  expect(await isThere(used)).toBe(false)
})
