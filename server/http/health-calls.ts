import { shapesJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'

const shared = {
  tag: 'health',
  access: 'public',
  answers: { 200: shapesJson('Health', { status: { kind: 'choice', values: ['ok', 'ready'] } }) },
} as const

export const healthCalls = {
  alive: describe.call({ ...shared, id: 'checkAlive', summary: 'Whether the process lives' }),
  ready: describe.call({ ...shared, id: 'checkReady', summary: 'Whether it reaches its database' }),
}
