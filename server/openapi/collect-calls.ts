import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Operation } from './operation.ts'

/** A route with what it says of itself. `url` is as it was registered, with `:id`. */
export type CallDescription = {
  method: string
  url: string
  access: NonNullable<FastifyContextConfig['access']>
  operation: Operation
}

/**
 * Gathers the calls that are registered on `app` from now on. One that does not describe itself is a mistake that keeps
 * the server from starting. A second path of the same call is left out.
 */
export const collectCalls = (app: FastifyInstance): readonly CallDescription[] => {
  const calls: CallDescription[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const { operation, access = 'admitted' } = config ?? {}
    for (const one of [method].flat()) {
      if (one === 'HEAD' || operation === null) continue
      if (operation === undefined) throw new Error(`${one} ${url} is not described`)
      if (calls.some((call) => call.operation === operation)) continue
      calls.push({ method: one, url, access, operation })
    }
  })
  return calls
}
