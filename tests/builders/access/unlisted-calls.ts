import type { FastifyInstance } from 'fastify'
import { readSpecAccess } from './read-spec-access.ts'

/** What the docs page loads: its files and the document, no calls. `printRoutes` prints `docs/static/*` as `docs/*`. */
const files = /^\/api\/docs\/(static\/.*|\*|json|yaml)$/

/** Every `METHOD path` under `/api` that an app has a route for, whatever its document tells of it. */
export const routedCalls = async (app: FastifyInstance): Promise<string[]> => {
  await app.ready()
  const calls: string[] = []
  const above: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] =
      line.match(/^([│ ]*(?:├── |└── )?)(.*?)(?: \(([A-Z, ]+)\))?$/) ?? []
    const depth = indent.length / 4
    above.splice(Math.max(depth - 1, 0))
    above.push(part)
    for (const method of methods.split(', ').filter((name) => name !== '' && name !== 'HEAD'))
      calls.push(`${method} ${above.join('')}`)
  }
  return calls
    .filter((call) => call.includes(' /api/') && !files.test(call.split(' ')[1]!))
    .map((call) => call.replace('/api/', '').replace(/:(\w+)/g, '{$1}'))
}

/** The routes of an app that the table of who may call what does not name, and what it names without a route. */
export const unlistedCalls = async (
  app: FastifyInstance,
): Promise<{ unlisted: string[]; gone: string[] }> => {
  const spec = readSpecAccess()
  const named = [...spec.records, ...spec.plain]
    .map(({ call }) => call)
    .concat(spec.ofSession, spec.ofAnybody)
  // The spec's own call has the slash at its end.
  const routed = (await routedCalls(app)).map((call) => call.replace(/(.)\/$/, '$1'))
  return {
    unlisted: routed.filter((call) => !named.includes(call)),
    gone: named.filter((call) => !routed.includes(call)),
  }
}
