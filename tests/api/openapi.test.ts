import { Validator } from '@seriousme/openapi-schema-validator'
import Fastify, { type LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { verbs } from '../../domain/access/permissions.ts'
import { codes } from '../../domain/core/codes.ts'
import { orderStatuses } from '../../domain/fulfillment/order-status.ts'
import { type Job, jobThreshold } from '../../domain/jobs/job.ts'
import { collectCalls, collectSchemas } from '../../server/openapi/collect-calls.ts'
import type { OpenApiDocument, OpenApiOperation } from '../../server/openapi/openapi.ts'
import { expectInvalid, missing } from '../support/api/caller.ts'
import { readEvents } from '../support/api/event-reader.ts'
import { startShop } from '../support/api/shop.ts'
import { openApi } from '../support/api/start-api.ts'
import { readAnswer, whyNotNamed } from '../support/contract/check-answer.ts'

const api = await openApi()
const document = (await api.anybody.get<OpenApiDocument>('/openapi.json')).body

const calls = (): { method: string; path: string; operation: OpenApiOperation }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )

/** Calls of the specification, section 7. */
const specified: Record<string, string> = {
  'POST sessions': 'logIn',
  'POST users/register': 'register',
  'POST forget-password': 'forgetPassword',
  'GET users': 'listUsers',
  'POST users': 'createUser',
  'GET users/{id}': 'getUser',
  'PUT users/{id}': 'updateUser',
  'PUT users/password/{id}': 'setUserPassword',
  'PUT users/activate/{id}': 'toggleUserActivation',
  'PUT users/delete': 'deleteUsers',
  'POST users/download': 'downloadUsers',
  'GET products': 'listProducts',
  'POST products': 'createProduct',
  'GET products/{id}': 'getProduct',
  'PUT products/{id}': 'updateProduct',
  'POST products/{id}/restock': 'restockProduct',
  'PUT products/delete': 'deleteProducts',
  'GET expeditions': 'listExpeditions',
  'POST expeditions': 'createExpedition',
  'GET expeditions/{id}': 'getExpedition',
  'PUT expeditions/{id}': 'updateExpedition',
  'PUT expeditions/status/{id}': 'setExpeditionStatus',
  'PUT expeditions/comment': 'commentExpeditions',
  'PUT expeditions/delete': 'deleteExpeditions',
  'GET requests': 'listPurchaseRequests',
  'POST requests': 'createPurchaseRequest',
  'GET requests/{id}': 'getPurchaseRequest',
  'PUT requests/{id}': 'updatePurchaseRequest',
  'PUT requests/status/{id}': 'setPurchaseRequestStatus',
  'PUT requests/comment': 'commentPurchaseRequests',
  'PUT requests/delete': 'deletePurchaseRequests',
  'GET affiliates': 'listAffiliates',
  'POST affiliates': 'createAffiliate',
  'GET affiliates/{id}': 'getAffiliate',
  'PUT affiliates/{id}': 'updateAffiliate',
  'PUT affiliates/delete': 'deleteAffiliates',
  'POST affiliates/{id}/take': 'takeOffer',
  'POST affiliates/{id}/request': 'requestOffer',
  'GET orders': 'listOrders',
  'POST orders': 'createOrder',
  'GET orders/{id}': 'getOrder',
  'PUT orders/{id}': 'updateOrder',
  'PUT orders/status/{id}': 'setOrderStatus',
  'PUT orders/comment': 'commentOrders',
  'PUT orders/delete': 'deleteOrders',
  'POST orders/download-multiple-template': 'downloadOrdersTemplate',
  'POST orders/upload-multiple': 'uploadOrders',
  'GET shippings': 'listShippings',
  'GET shippings/{id}': 'getShipping',
  'PUT shippings/{id}': 'updateShipping',
  'PUT shippings/status/{id}': 'setShippingStatus',
  'PUT shippings/delivery/{id}': 'setShippingDelivery',
  'PUT shippings/comment': 'commentShippings',
  'PUT shippings/delete': 'deleteShippings',
  'GET invoices': 'listInvoices',
  'GET invoices/{id}': 'getInvoice',
  'PUT invoices/{id}': 'updateInvoice',
  'PUT invoices/status/{id}': 'setInvoiceStatus',
  'GET packages': 'listPackages',
  'POST packages': 'createPackage',
  'GET packages/{id}': 'getPackage',
  'PUT packages/{id}': 'updatePackage',
  'PUT packages/delete': 'deletePackages',
  'GET analytics': 'getAnalytics',
}

/** Components by reference, one step deep. */
const follow = (schema: unknown): unknown => {
  const { $ref } = schema as { $ref?: string }
  const [, kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec($ref ?? '') ?? []
  const components = document.components as unknown as Record<string, Record<string, unknown>>
  return kind === undefined ? schema : components[kind]![name!]
}

it.each([
  ['/api/sources/revoke/{id}', '/api/sources/{id}'],
  ['/api/sources/rotate/{id}', '/api/sources/{id}'],
  ['/api/keys/revoke/{id}', '/api/keys/{id}'],
  ['/api/orders/{id}', '/api/orders/{id}'],
])('describes what a stale %s is answered with as the record', (path, record) => {
  const schemaIn = (answer: unknown) =>
    Object.values((follow(answer) as { content: Record<string, { schema: unknown }> }).content)[0]!.schema
  const stale = follow(schemaIn(document.paths[path]!.put!.responses[412])) as {
    allOf: [unknown, { properties: { current: unknown } }]
  }
  expect(stale.allOf[1].properties.current).toEqual(schemaIn(document.paths[record]!.get!.responses[200]))
})

describe('openapi.json', () => {
  it('is valid by the specification of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(document)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  it('names every call of the specification in its own words', () => {
    const documented = calls().map(({ method, path, operation }) => [
      `${method.toUpperCase()} ${path.replace('/api/', '')}`,
      operation.operationId,
    ])
    expect(Object.fromEntries(documented)).toMatchObject(specified)
    expect(new Set(documented.map(([, id]) => id)).size).toBe(documented.length)
  })

  it('asks for verbs of the permission table only', () => {
    const documented = calls().flatMap(({ operation }) => operation['x-verbs'] ?? [])
    expect(documented.filter((verb) => !verbs.includes(verb))).toEqual([])
    const open = calls().filter(({ operation }) => operation.security?.length === 0)
    expect(open.filter(({ operation }) => operation['x-verbs'] !== undefined)).toEqual([])
  })

  it('takes its choices from the tables, and allows no record more fields than its table', () => {
    const { schemas } = document.components
    expect(schemas.Code?.enum).toEqual([...codes])
    expect(schemas.OrderStatus?.enum).toEqual([...orderStatuses])
    expect(schemas.Order?.properties?.status).toEqual({ $ref: '#/components/schemas/OrderStatus' })
    expect(schemas.Order?.properties?.callbackAt).toEqual({ type: ['string', 'null'], format: 'date-time' })
    const open = Object.entries(schemas).filter(
      ([, schema]) => schema.properties !== undefined && schema.additionalProperties !== false,
    )
    expect(open.map(([name]) => name)).toEqual([])
  })

  it('names each enumeration, apart from the codes of one call', () => {
    const unnamed: string[] = []
    const look = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null) return
      if ('enum' in part) unnamed.push(path)
      for (const [name, value] of Object.entries(part)) look(value, `${path}/${name}`)
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const { enum: _, ...rest } = schema
      look(rest, name)
    }
    for (const { operation } of calls())
      look([operation.parameters, operation.requestBody], operation.operationId)
    expect(unnamed).toEqual([])
    const { schemas } = document.components
    expect(schemas.OrderMove?.properties?.status).toEqual({ $ref: '#/components/schemas/OrderStatus' })
    expect(schemas.OrderSort?.enum).toContain('-createdAt')
  })

  it('says of each call its tag, summary, description and refusals, and of each tag what it is about', () => {
    const tags = document.tags.map(({ name }) => name)
    const poor = calls().filter(
      ({ operation: { tags: own, summary, description = '', responses } }) =>
        own.length !== 1 ||
        !tags.includes(own[0]!) ||
        summary === '' ||
        description === '' ||
        !Object.keys(responses).some((status) => status.startsWith('4')),
    )
    expect(poor.map(({ operation }) => operation.operationId)).toEqual([])
    expect(document.tags.filter(({ description }) => description === '')).toEqual([])
    expect(document.info.license.identifier).toMatch(/^LicenseRef-/)
    expect(document.info.contact.name).not.toBe('')
  })

  it('takes `dryRun` as a boolean everywhere', () => {
    const taken = new Set<string>()
    const look = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return
      for (const [name, value] of Object.entries(part)) {
        if (name === 'dryRun') taken.add(JSON.stringify({ ...value, description: '' }))
        look(value)
      }
    }
    const { Erasure: _, ...bodies } = document.components.schemas
    look(bodies)
    for (const { operation } of calls())
      for (const { name, schema } of operation.parameters)
        if (name === 'dryRun') taken.add(JSON.stringify({ ...schema, description: '' }))
    expect([...taken]).toEqual([JSON.stringify({ type: 'boolean', default: false, description: '' })])
  })

  it('is public, and is not sent again to a client that has it', async () => {
    const { status, headers } = await api.anybody.get('/openapi.json')
    expect(status).toBe(200)
    const again = (tag: string) => api.anybody.get('/openapi.json', { headers: { 'if-none-match': tag } })
    expect(await again(`W/${headers.etag}, "other"`)).toMatchObject({ status: 304, body: null })
    expect(await again('"other"')).toMatchObject({ status: 200, headers: { etag: headers.etag } })
    await expectInvalid(api.anybody.get('/openapi.json?format=yaml'), 'format', 'UNKNOWN_PARAMETER')
  })

  it('declares of every call whether it needs a session: without one it is 401, or not', async () => {
    for (const { method, path, operation } of calls().filter((call) => call.path.startsWith('/api/'))) {
      const call = api.anybody[method as 'get' | 'post' | 'put' | 'delete']
      const { status, body } = await call(path.slice('/api'.length).replace(/\{\w+\}/, missing))
      const isPublic = operation.security?.length === 0
      expect([operation.operationId, status === 401 && body.code]).toEqual([
        operation.operationId,
        isPublic ? false : 'UNAUTHORIZED',
      ])
    }
  })
})

describe('a bulk call', () => {
  it('declares that a dry run of many records is answered with a job', () => {
    const { schemas } = document.components
    const takesDryRun = ({ operation }: { operation: OpenApiOperation }): boolean => {
      const name = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(operation.requestBody ?? null))?.[1]
      return name !== undefined && JSON.stringify(schemas[name]).includes('runs as a job (`isDryRun`)')
    }
    const bulks = calls().filter(takesDryRun)
    expect(bulks.map(({ operation }) => operation.operationId)).toEqual(
      expect.arrayContaining([
        'setOrdersStatus',
        'deleteOrders',
        'setShippingsDelivery',
        'setInvoicesStatus',
      ]),
    )
    for (const { method, path, operation } of bulks)
      expect(Object.keys(operation.responses), `${method} ${path}`).toEqual(
        expect.arrayContaining(['200', '202']),
      )
    expect(schemas.Job).toMatchObject({ properties: { isDryRun: { type: 'boolean' } } })
  })
})

describe('the event stream', () => {
  it('sends changes and jobs in the shapes of the document', async () => {
    const shop = await startShop(api)
    const { token } = await api.as('admin')
    const reader = await readEvents(await api.listen(), { token })
    const product = await shop.product()
    const changes = await reader.until(1)
    await shop.orders(product, jobThreshold + 1)
    const body = { where: { product: product.id }, status: 'CANCELLED' }
    const cancel = { headers: { prefer: 'respond-async' }, body }
    const { status, body: job } = await shop.admin.put<Job>('/orders/status', cancel)
    expect(status).toBe(202)
    const jobs = await reader.untilEnded(job.id)
    for (const { data } of changes) expect(await whyNotNamed(api.app, 'LiveEvent', data)).toBeNull()
    for (const data of jobs) expect(await whyNotNamed(api.app, 'JobEvent', data)).toBeNull()
    expect(await whyNotNamed(api.app, 'LiveEvent', { ...changes[0]!.data, secret: 1 })).toMatch('additional')
    reader.close()
  })
})

describe('a call that the document does not know', () => {
  it('keeps the server from starting', () => {
    const app = Fastify()
    collectCalls(app)
    expect(() => app.get('/undescribed', () => null)).toThrow('GET /undescribed is not described')
  })

  it('has unique schema names: none is used for two shapes', () => {
    const schemas = collectSchemas()
    schemas.add({ title: 'Order', type: 'object' })
    expect(schemas.add({ title: 'Order', type: 'object' })).toEqual({ $ref: '#/components/schemas/Order' })
    expect(() => schemas.add({ title: 'Order', type: 'string' })).toThrow('two schemas are called Order')
  })
})

describe('an answer that departs from the document', () => {
  const url = '/api/users/delivery-guys'
  const answer = async (change: Partial<LightMyRequestResponse>): Promise<unknown> => {
    const { token } = await api.as('admin')
    const response = await api.app.inject({ url, headers: { authorization: token } })
    const { statusCode, headers, body } = { ...response, body: response.body, ...change }
    return readAnswer(api.app, { method: 'GET', url }, {
      statusCode,
      headers,
      body,
    } as LightMyRequestResponse)
  }

  it('fails the test that sees it, and says where', async () => {
    expect(await answer({})).toEqual({ items: [], total: 0 })
    await expect(answer({ body: '{"items":[],"total":0,"page":1}' })).rejects.toThrow(
      'GET /api/users/delivery-guys does not describe this answer: body must NOT have additional properties',
    )
    await expect(answer({ body: '{"items":[]}' })).rejects.toThrow("must have required property 'total'")
    await expect(answer({ statusCode: 201 })).rejects.toThrow('does not describe this status')
    await expect(answer({ headers: { 'content-type': 'text/html' } })).rejects.toThrow(
      'describes no text/html',
    )
  })

  it('does so for a code that the call does not name, and for a body that it should not have taken', async () => {
    const problem = {
      type: 'x',
      title: 'x',
      status: 400,
      code: 'PACK_TAKEN',
      detail: 'x',
      requestId: missing,
    }
    const headers = { 'content-type': 'application/problem+json; charset=utf-8' }
    await expect(answer({ statusCode: 400, headers, body: JSON.stringify(problem) })).rejects.toThrow(
      'body/code must be equal to one of the allowed values',
    )
    const { token } = await api.as('admin')
    const current = await api.app.inject({ url: '/api/sessions/current', headers: { authorization: token } })
    const login = { method: 'POST', url: '/api/sessions', body: { email: 'nobody', password: 'x' } }
    const taken = { ...current, statusCode: 200, body: JSON.stringify({ ...current.json(), token }) }
    await expect(readAnswer(api.app, login, taken as LightMyRequestResponse)).rejects.toThrow(
      'accepts what it does not describe: body/email must match format "email"',
    )
  })
})
