import { describe, expect, it } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { OpenApiDocument } from '../../server/openapi/openapi.ts'
import { docsPage } from '../../server/openapi/page/docs-page.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const document = (await api.anybody.get<OpenApiDocument>('/openapi.json')).body
const page = (await api.app.inject('/api/docs')).body

const all = (pattern: RegExp, text = page): string[] => [...text.matchAll(pattern)].map(([, found]) => found!)

describe('the docs page', () => {
  it('has a place for every call, schema and code of the document, and no link that leads nowhere', () => {
    const ids = all(/ id="([^"]+)"/g)
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(ids).toEqual(
      expect.arrayContaining([
        ...operations.map(({ operationId }) => operationId),
        ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
        ...codes.map((code) => `code-${code}`),
      ]),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(all(/ href="#([^"]+)"/g).filter((target) => !ids.includes(target))).toEqual([])
  })

  it('says who may call what, and what it takes', () => {
    const [article = ''] = all(/(<article id="setShippingStatus"[\s\S]*?<\/article>)/g)
    const text = article.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    expect(text).toContain('PUT /api/shippings/status/{id}')
    expect(text).toContain('shipping.return admin, agent of the country')
    expect(text).toContain('shipping.deliver admin, agent of the country, delivery of parcels assigned')
    expect(text).toContain('status ShippingStatus comment optional text or null, at most 1,000 characters')
    expect(text).toContain('If-Match')
    expect(text).toContain('ALREADY_INVOICED')
  })

  it('loads its own style and filter and nothing else, and could run nothing else', async () => {
    expect(all(/ (?:src|href)="([^#"][^"]*)"/g)).toEqual([
      '/api/docs.css',
      '/api/docs.js',
      '/api/openapi.json',
    ])
    expect(page).not.toMatch(/<style|<script>|<script [^>]*>[^<]| style=| on\w+=/)
    const { headers } = await api.app.inject('/api/docs')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    for (const [file, type] of [
      ['/api/docs.css', 'text/css; charset=utf-8'],
      ['/api/docs.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const answer = await api.app.inject(file)
      expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': type } })
      const again = await api.app.inject({ url: file, headers: { 'if-none-match': answer.headers.etag } })
      expect(again).toMatchObject({ statusCode: 304, body: '' })
    }
  })

  it('shows markup in the document as the text that it is', () => {
    const title = '<img src=x onerror=alert(1)> & "quotes"'
    const written = docsPage({ ...document, info: { ...document.info, title } })
    expect(written).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;')
    expect(written).not.toContain('<img')
  })
})
