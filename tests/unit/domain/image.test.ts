import { expect, test } from 'vitest'
import { imagePath, imageSource, storedImageHash } from '../../../domain/lib/image.ts'
import { validate } from '../../../domain/lib/validate.ts'

const hash = '0123456789abcdef'.repeat(4)

test.each([
  [24, 64],
  [32, 64],
  [33, 256],
  [72, 256],
  [200, 1024],
  [4000, 1024],
])('a picture that is shown %d pixels wide is loaded in %d', (width, size) => {
  expect(imageSource(imagePath(hash), width)).toBe(`/files/${hash}-${size}.webp`)
})

test('a link is loaded as it is', () => {
  expect(imageSource('https://images.example/lamp.jpg', 24)).toBe('https://images.example/lamp.jpg')
})

test.each([
  `/files/${hash}-512.webp`,
  `/files/${hash}-64.webp?x`,
  `/files/../${hash}-64.webp`,
  `//files/${hash}-64.webp`,
  `/files/${hash.toUpperCase()}-64.webp`,
  `/files/${hash}-64.svg`,
])('%s is no path of a picture', (text) => {
  expect(storedImageHash(text)).toBe(null)
  expect(validate({ picture: { kind: 'image' } }, { picture: text }, { country: 'ic' })).toMatchObject({
    ok: false,
    errors: [{ path: 'picture', code: 'NOT_A_URL' }],
  })
})

test('whichever size is named, the largest is stored', () => {
  const picture = imagePath(hash, 64)
  expect(validate({ picture: { kind: 'image' } }, { picture }, { country: 'ic' })).toEqual({
    ok: true,
    value: { picture: imagePath(hash) },
  })
})
