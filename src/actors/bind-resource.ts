import { fromPromise } from 'xstate'
import type { ResourceName } from '../../domain/resources.ts'
import type { ListAsked, Row, Write, WriteAnswer } from '../../machines/resource/resource-types.ts'
import { resourceMachine } from '../../machines/resource-machine.ts'
import type { Api } from '../api/create-api.ts'

/** The resource machine over the api's calls for one resource. */
export const bindResource = (api: Api, resource: ResourceName): typeof resourceMachine =>
  resourceMachine.provide({
    actors: {
      list: fromPromise<{ items: readonly Row[]; total: number }, ListAsked | null>(({ input, signal }) =>
        api.list(resource, input ?? {}, { signal }),
      ),
      one: fromPromise<Row, string | null>(({ input, signal }) => api.one(resource, input ?? '', { signal })),
      write: fromPromise<WriteAnswer, Write | null>(({ input, signal }) => {
        if (input === null) throw new Error('there is nothing to write')
        return send(api, resource, input, signal)
      }),
    },
  })

/** What is written was validated against the resource's fields: its type is known there, not here. */
const send = (api: Api, resource: ResourceName, write: Write, signal: AbortSignal): Promise<WriteAnswer> => {
  const { intent } = write
  switch (write.kind) {
    case 'create':
      return api.create(resource, write.input as never, { intent, signal })
    case 'update':
      return api.update(resource, write.id, write.input, { intent, signal, version: write.version })
    case 'remove':
      return api.bulkDelete(resource, write.target, { intent, signal })
  }
}
