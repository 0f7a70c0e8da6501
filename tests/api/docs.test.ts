import { describe, expect, it } from 'vitest'
import { codes } from '../../domain/core/codes.ts'
import texts from '../../locales/en/errors.json' with { type: 'json' }
import type { OpenApiDocument } from '../../server/openapi/openapi.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const document = (await api.anybody.get<OpenApiDocument>('/openapi.json')).body
const shown: OpenApiDocument = (await api.app.inject('/api/docs/json')).json()

describe('the docs page', () => {
  it('shows every call and schema of the document, and the text of every code', () => {
    expect(Object.keys(shown.paths)).toEqual(Object.keys(document.paths))
    expect(Object.keys(shown.components.schemas).sort()).toEqual(
      Object.keys(document.components.schemas).sort(),
    )
    const lines = shown.components.schemas.Code?.description?.split('\n') ?? []
    for (const code of codes)
      expect(lines.filter((line) => line.startsWith(`| ${code} |`))[0]).toContain(texts[code])
  })

  it('states the roles of each call', () => {
    const { description } = shown.paths['/api/shippings/status/{id}']!.put!
    expect(description).toContain('- `shipping.return`: admin, agent of the country\n')
    expect(description).toContain(
      '- `shipping.deliver`: admin, agent of the country, delivery of parcels assigned\n',
    )
    expect(shown.paths['/api/sessions']?.post?.description).toContain('Anybody, without a session.')
  })

  it('loads its own files and nothing else, and could run nothing else', async () => {
    const { body, headers } = await api.app.inject('/api/docs')
    const files = [...body.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, file]) => file!)
    expect(files.length).toBeGreaterThan(4)
    expect(files.filter((file) => !file.startsWith('/api/docs/static/'))).toEqual([])
    expect(body).not.toMatch(/<style|<script>|<script [^>]*>\s*[^<\s]| style=| on\w+=/)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    for (const file of files) expect([file, (await api.app.inject(file)).statusCode]).toEqual([file, 200])
    expect((await api.app.inject('/api/docs?format=yaml')).json()).toMatchObject({
      errors: [{ path: 'format', code: 'UNKNOWN_PARAMETER' }],
    })
  })
})
