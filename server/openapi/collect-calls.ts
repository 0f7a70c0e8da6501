import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
import type { Operation } from './operation.ts'

/** A route with what it says of itself. `url` is as it was registered, with `:id`. */
export type CallDescription = {
  method: string
  url: string
  access: NonNullable<FastifyContextConfig['access']>
  operation: Operation
}

/** Gathers the calls that are registered on `app` from now on. */
export const collectCalls = (app: FastifyInstance): CallDescription[] => {
  const calls: CallDescription[] = []
  app.addHook('onRoute', (route) => addCall(calls, route))
  return calls
}

/**
 * Adds a route, also one that a plugin registers elsewhere. One without a description is a mistake that keeps the server
 * from starting. A second path of the same call is left out.
 */
export const addCall = (
  calls: CallDescription[],
  { method, url, config }: Pick<RouteOptions, 'method' | 'url' | 'config'>,
): void => {
  const { operation, access = 'admitted' } = config ?? {}
  for (const one of [method].flat()) {
    if (one === 'HEAD') continue
    if (operation === undefined) throw new Error(`${one} ${url} is not described`)
    if (calls.some((call) => call.operation === operation)) continue
    calls.push({ method: one, url, access, operation })
  }
}
