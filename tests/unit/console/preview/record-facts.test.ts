import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, test } from 'vitest'
import type { Role } from '../../../../domain/access/permissions.ts'
import { resourceNames, resources } from '../../../../domain/resources.ts'
import type { Api } from '../../../../src/api/create-api.ts'
import { createQueryClient, markOutdated } from '../../../../src/api/query-client.ts'
import { factGroups } from '../../../../src/features/record-page/record-details.tsx'
import { recordFactsQuery } from '../../../../src/features/record-preview/use-record-facts.ts'
import { resourceViews } from '../../../../src/resources/registry.ts'
import { wholeShipping } from '../../../support/whole-records.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'

const ref = { resource: 'shippings', id: 's1' } as const
const change = { id: 'c1', verb: 'shipping.dispatch' }

/** Records the two calls of a preview; the test resolves the record's answer. */
const openCalls = (history: () => Promise<unknown> = async () => ({ items: [change], total: 1 })) => {
  const requests: string[] = []
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const api = {
    ...recordingPorts().ports.api,
    one: async () => {
      requests.push('one')
      await answered
      return wholeShipping()
    },
    history: (_: string, __: string, { limit }: { limit?: number }) => {
      requests.push(`history ${limit}`)
      return history()
    },
  } as unknown as Api
  return { api, requests: requests, answer }
}

const actorOf = (role: Role) => ({ ...contextWith().actor!, role })

it('reads a record with the newest line of its history, once', async () => {
  const { api, requests, answer } = openCalls()
  const client = createQueryClient()
  const query = recordFactsQuery(ref, { api, actor: actorOf('agent') })
  expect(client.getQueryData(query.queryKey)).toBeUndefined()
  answer()
  const facts = await client.fetchQuery(query)
  expect(facts).toEqual({ record: wholeShipping(), last: change })
  expect(await client.fetchQuery(query)).toBe(facts)
  expect(requests).toEqual(['one', 'history 1'])
})

it('asks for no history that the reader may not see', async () => {
  const { api, requests, answer } = openCalls()
  answer()
  const facts = await createQueryClient().fetchQuery(
    recordFactsQuery(ref, { api, actor: actorOf('delivery') }),
  )
  expect(facts.last).toBeNull()
  expect(requests).toEqual(['one'])
})

it('shows the record where only its history cannot be read', async () => {
  const { api, answer } = openCalls(() => Promise.reject(new Error('unavailable')))
  answer()
  const facts = await createQueryClient().fetchQuery(recordFactsQuery(ref, { api, actor: actorOf('admin') }))
  expect(facts).toEqual({ record: wholeShipping(), last: null })
})

it('keeps nothing of a read that was given up', async () => {
  const { api, answer } = openCalls()
  const client = createQueryClient()
  const query = recordFactsQuery(ref, { api, actor: actorOf('admin') })
  const stop = new QueryObserver(client, query).subscribe(() => undefined)
  stop()
  answer()
  await new Promise((resolve) => setTimeout(resolve))
  expect(client.getQueryData(query.queryKey)).toBeUndefined()
})

it('reads a record again once it has changed, and no other', async () => {
  const { api, requests, answer } = openCalls()
  answer()
  const client = createQueryClient()
  const query = recordFactsQuery(ref, { api, actor: actorOf('delivery') })
  const event = { id: '1', verb: 'shipping.deliver', country: 'ic', batchId: null, actor: null } as const
  await client.fetchQuery(query)
  markOutdated(client, { ...event, resource: 'shippings', ids: ['s2'] })
  markOutdated(client, { ...event, resource: 'orders', ids: ['s1'] })
  await client.fetchQuery(query)
  expect(requests).toEqual(['one'])
  markOutdated(client, { ...event, resource: 'shippings', ids: ['s1'] })
  expect(requests).toEqual(['one'])
  await client.fetchQuery(query)
  expect(requests).toEqual(['one', 'one'])
})

describe.each(resourceNames)('the facts of %s', (resource) => {
  const ids = factGroups(resource).flatMap((group) => group.ids)
  const { columns } = resourceViews[resource]
  const heading = columns.filter(({ narrow }) => narrow === 'title' || narrow === 'side').map(({ id }) => id)
  const said = new Set([...ids, ...heading, 'number', 'productImage'])

  test('have every column of the list and every field of the record, each once', () => {
    expect(new Set(ids).size).toBe(ids.length)
    const all = [...columns.map(({ id }) => id), ...Object.keys(resources[resource].shapes)]
    expect(all.filter((id) => !said.has(id))).toEqual([])
  })

  test('are in the sections of the form', () => {
    const sections = resourceViews[resource].form?.sections ?? []
    for (const { section, ids } of factGroups(resource)) {
      if (section === null) continue
      const fields = sections.find(({ id }) => id === section)?.fields ?? []
      expect(
        ids.every((id) => fields.includes(id)),
        section,
      ).toBe(true)
    }
  })
})
