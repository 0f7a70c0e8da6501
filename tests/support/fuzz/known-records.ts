import { v7 as newId } from 'uuid'
import type { Random } from '../../../server/seed/row-writer.ts'

/** The latest records of each resource that generated calls refer to, with their known versions. */
export type KnownRecords = {
  add: (resource: string, id: string) => void
  /** An id for a member or parameter of this name in a call on the resource. */
  idFor: (name: string, resource: string) => string
  versionOf: (id: string) => number | undefined
  /** Learns ids and versions from the response of a call on the resource. */
  learn: (resource: string, status: number, body: unknown) => void
}

const MAX_PER_RESOURCE = 24

/** Members that name a record of another resource than the call's. */
const namedBy: Record<string, string> = {
  product: 'products',
  owner: 'sellers',
  seller: 'sellers',
  actor: 'sellers',
  delivery: 'couriers',
  deliveryGuy: 'couriers',
  receivedBy: 'users',
  package: 'packages',
  affiliate: 'affiliates',
}

export const createKnownRecords = (random: Random): KnownRecords => {
  const recordsOf = new Map<string, { id: string; version: number | undefined }[]>()
  const add = (resource: string, id: string, version?: number): void => {
    const records = recordsOf.get(resource) ?? []
    const known = records.find((one) => one.id === id)
    if (known !== undefined) known.version = version ?? known.version
    else recordsOf.set(resource, [...records, { id, version }].slice(-MAX_PER_RESOURCE))
  }
  return {
    add,
    idFor: (name, resource) => {
      const records = recordsOf.get(namedBy[name] ?? resource) ?? []
      return records.length === 0 || random.chance(0.04) ? newId() : random.pick(records).id
    },
    versionOf: (id) => [...recordsOf.values()].flat().find((one) => one.id === id)?.version,
    learn: (resource, status, body) => {
      if (typeof body !== 'object' || body === null) return
      const { id, version, batchId, items } = body as Record<string, unknown>
      if (typeof batchId === 'string') add('changes', batchId)
      if (typeof id === 'string' && (status === 201 || typeof version === 'number'))
        add(resource, id, typeof version === 'number' ? version : undefined)
      if (typeof id === 'string' && status === 202) add('jobs', id)
      // From lists only known ids: others may be users that the run itself needs.
      for (const one of Array.isArray(items) ? items : []) {
        const record = one as Record<string, unknown>
        const isKnown = recordsOf.get(resource)?.some((other) => other.id === record?.id)
        if (isKnown && typeof record.version === 'number') add(resource, record.id as string, record.version)
      }
    },
  }
}
