import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { type Door, doorRow, doors } from '../../server/http/door-protections.ts'
import { collectRoutes, routeDoors, unstatedRoutes } from '../../server/http/doors.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

const publicFolder = path.resolve('public')

/** All routes of a server with every option on. */
const allRoutes = async (): Promise<readonly string[]> => {
  const app = await buildApp(api.context, { consoleFolder: publicFolder, embedFolder: publicFolder })
  const routes = [...app.routeList]
  await app.close()
  return routes
}

describe('doors', () => {
  it('are stated for every route, and for none that is gone', async () => {
    const routes = await allRoutes()
    expect(routes.length).toBeGreaterThan(150)
    expect(unstatedRoutes(routes)).toEqual({ unstated: [], gone: [] })
  })

  it('are missed of a new route, whoever registers it', async () => {
    const app = Fastify()
    collectRoutes(app)
    app.register(async (plugin) => {
      plugin.get('/api/orders', async () => null)
      plugin.route({ method: ['POST', 'PUT'], url: '/api/secrets/:id', handler: async () => null })
    })
    await app.ready()
    expect(unstatedRoutes(app.routeList).unstated).toEqual(['POST /api/secrets/:id', 'PUT /api/secrets/:id'])
    await app.close()
  })

  it('are one for each route', () => {
    const stated = Object.values(routeDoors).flat()
    expect(stated.filter((route, at) => stated.indexOf(route) !== at)).toEqual([])
  })

  it('that anybody may use need no session in their budget, and the others count calls', async () => {
    const document = (
      await api.anybody.get<{ paths: Record<string, Record<string, { security?: [] }>> }>('/openapi.json')
    ).body
    for (const [name, routes] of Object.entries(routeDoors)) {
      const { budget }: Door = doors[name as keyof typeof routeDoors]
      for (const route of routes) {
        const [method = '', url = ''] = route.split(' ')
        const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
        if (operation === undefined) continue
        const isPublic = operation.security !== undefined
        expect([route, budget.includes('sockets')]).toEqual([route, isPublic])
      }
    }
  })

  it('of writes that make history have its budget', () => {
    const changing = Object.entries(routeDoors).filter(([, routes]) =>
      routes.some((route) => /^(POST|PUT) \/api\/(orders|shippings|products)(\/status|\/:id)?$/.test(route)),
    )
    expect(changing.length).toBeGreaterThan(0)
    for (const [name] of changing) expect(doors[name as keyof typeof routeDoors].budget).toContain('history')
  })

  it.each([
    [
      'compresses answers',
      /@fastify\/compress|brotliCompress|\bgzip\b.*node:zlib/,
      ['http/compress.ts', 'http/docs.ts'],
    ],
    ['hashes passwords', /@node-rs\/argon2/, ['auth/password.ts']],
    [
      'answers errors',
      /setErrorHandler|application\/problem\+json; charset/,
      ['http/connections.ts', 'http/errors.ts'],
    ],
    ['opens threads', /new Worker\(/, ['modules/labels/label-turns.ts', 'spreadsheets/run-task.ts']],
    ['draws labels', /^import (?!type).*draw-labels/m, ['modules/labels/label-thread.ts']],
    [
      'reads bodies',
      /addContentTypeParser/,
      ['http/json-body.ts', 'http/read-upload.ts', 'modules/hooks/routes.ts'],
    ],
  ])('have one place that %s', (_, pattern, places) => {
    const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const found = files.filter((name) => pattern.test(readFileSync(`server/${name}`, 'utf8')))
    expect(found.map((name) => name.replaceAll('\\', '/')).sort()).toEqual([...places].sort())
  })

  it('are a table in the guarantees, as it is here', () => {
    const lines = readFileSync('docs/guarantees.md', 'utf8')
      .split('\n')
      .map((line) => line.replace(/ {2,}/g, ' '))
    for (const name of Object.keys(doors) as (keyof typeof doors)[]) expect(lines).toContain(doorRow(name))
  })
})
