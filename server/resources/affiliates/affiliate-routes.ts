import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { Refused } from '../../refused.ts'
import { recordRoutes } from '../engine/record-routes.ts'
import { affiliateCalls } from './affiliate-calls.ts'
import { affiliateBulks, affiliateKind } from './affiliate-kind.ts'
import { affiliateSource, storeSource } from './affiliate-source.ts'

export const affiliateRoutes = (app: FastifyInstance, context: ServerContext): void =>
  recordRoutes(app, context, affiliateKind, affiliateCalls, affiliateBulks, ({ store, ...parameters }) => ({
    source: readFlag('store', store) ? storeSource : affiliateSource,
    parameters,
  }))

const flags: ReadonlyMap<unknown, boolean> = new Map([
  [undefined, false],
  ['', false],
  ['false', false],
  ['true', true],
])

const readFlag = (path: string, value: unknown): boolean => {
  const flag = flags.get(value)
  if (flag === undefined) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path, code: 'NOT_A_FLAG' }] })
  }
  return flag
}
