import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { openTracing } from '../../server/tracing.ts'
import { makeCaller } from '../support/api/caller.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

type Attribute = { key: string; value: { stringValue?: string } }
type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Attribute[] }
type Received = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** An OTLP receiver over HTTP. */
const receive = async () => {
  const received: Received[] = []
  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.url === '/v1/traces') received.push(JSON.parse(Buffer.concat(parts).toString()))
    answer.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

it('sends a span of each call with its queries, and nothing that names a person', async () => {
  const receiver = await receive()
  const admin = await api.as('admin')
  const tracing = await openTracing(receiver.endpoint, api.context.pool)
  const app = await buildApp(api.context, { tracing })
  const { status } = await makeCaller(app, admin.token).get(`/users/${admin.user.id}?`)
  expect(status).toBe(200)
  expect((await makeCaller(app, admin.token).get('/orders?keyword=0707123123')).status).toBe(200)
  await app.close()
  await tracing.stop()

  const resources = receiver.received.flatMap(({ resourceSpans }) => resourceSpans)
  expect(resources[0]!.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'waybill' },
  })
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const call = spans.find(({ name }) => name === 'GET /api/users/:id')!
  const queries = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
  expect(queries.length).toBeGreaterThan(1)
  for (const { traceId, name } of queries) expect([traceId, name]).toEqual([call.traceId, 'select'])
  expect(spans.map(({ name }) => name)).toContain('GET /api/orders')
  const text = JSON.stringify(receiver.received)
  for (const secret of [admin.user.id, admin.user.email, admin.token, '0707123123'])
    expect(text).not.toContain(secret)
  await receiver.close()
})
