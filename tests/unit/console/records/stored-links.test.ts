import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../../domain/lib/field.ts'
import { imagePath } from '../../../../domain/lib/image.ts'
import type { Shapes } from '../../../../domain/lib/shape.ts'
import { orders } from '../../../../domain/orders/order.ts'
import { products } from '../../../../domain/products/product.ts'
import { shippings } from '../../../../domain/shippings/shipping.ts'
import { factHref } from '../../../../src/features/record-page/record-details.tsx'
import { Picture } from '../../../../src/ui/icons/picture.tsx'

const markup = (source: string): string =>
  renderToStaticMarkup(createElement(Picture, { source, size: 40, fallback: 'none' }))

describe.each([
  'https://shop.example/\u202egpj.exe',
  'https://shop.example\u202e',
  'https://user:pass@evil.example/a.png',
  'https://a.b\\@evil.example/a.png',
  'https://shop.example/a\u200bb.png',
  'javascript:alert(1)',
  ' https://shop.example/a.png',
  '//evil.example/a.png',
])('the stored link %j', (link) => {
  test('is a text, not followed', () => {
    expect(factHref('orders', 'sourceLink', link)).toBeNull()
    expect(factHref('products', 'sourceLink', link)).toBeNull()
    expect(factHref('shippings', 'sourceLink', link)).toBeNull()
  })

  test('is no address of a picture', () => {
    expect(markup(link)).toBe('none')
  })
})

test('the fields that a form checks as links are links in every answer', () => {
  const links = (table: Fields | Shapes): string[] =>
    Object.keys(table).filter((name) => table[name]!.kind === 'url')
  expect(links(orders.fields)).toEqual(['sourceLink'])
  expect(links(orders.shapes)).toEqual(links(orders.fields))
  expect(links(shippings.shapes)).toEqual(links(orders.fields))
  expect(links(products.shapes)).toEqual(links(products.fields))
})

test('an honest link is followed and loaded', () => {
  expect(factHref('orders', 'sourceLink', 'https://shop.example/@awa')).toBe('https://shop.example/@awa')
  expect(markup('https://shop.example/a.png')).toContain('src="https://shop.example/a.png"')
  expect(markup(imagePath('0a'.repeat(32)))).toContain('src="/files/')
})
