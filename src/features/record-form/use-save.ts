import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { Failure } from '../../../machines/failure.ts'
import {
  type Input,
  type ListAsked,
  resourceMachine,
  type WithId,
  type Write,
  type WriteAnswer,
} from '../../../machines/resource/resource-machine.ts'
import { newIdempotencyKey, type WriteOptions } from '../../api/call-options.ts'
import type { Api } from '../../api/create-api.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

export type ResourceActor = ActorRefFrom<typeof resourceMachine>

/** A stale save: wanted values, their base version, current record. */
export type Stale = {
  wanted: Input
  /** Labels of wanted references, by field. */
  words: Record<string, string>
  base: Record<string, unknown>
  current: Record<string, unknown> & { version: number }
}

/** Saves through the resource machine. A repeated save after a lost answer reuses its idempotency key. */
export const useSave = <R extends ResourceName>(
  actor: ResourceActor,
  record: ResourceRecords[R] | null,
  onSaved: (saved: ResourceRecords[R]) => void,
) => {
  const kind = record === null ? 'create' : 'update'
  const outcome = useSelector(actor, ({ context }) => context[kind])
  const isPending = useSelector(actor, (snapshot) => snapshot.matches({ [kind]: 'saving' }))
  const { answer, failure, asked } = outcome
  const saved = useEffectEvent(() => onSaved(answer as ResourceRecords[R]))
  useEffect(() => {
    if (answer !== null) saved()
  }, [answer])

  const words = useRef<Record<string, string>>({})
  const submit = (input: Input, version: number) => {
    const wanted = asked !== null && asked.kind !== 'remove' ? asked.input : null
    if (
      failure !== null &&
      passingCodes.includes(failure.code) &&
      JSON.stringify(wanted) === JSON.stringify(input)
    ) {
      actor.send({ type: 'write.retry', kind })
      return
    }
    const idempotencyKey = newIdempotencyKey()
    const write =
      record === null
        ? ({ kind: 'create', input, idempotencyKey } as const)
        : ({ kind: 'update', id: record.id, input, version, idempotencyKey } as const)
    actor.send({ type: 'write.submit', write })
  }

  return {
    isPending,
    failure: isPending ? null : failure,
    stale:
      record === null
        ? null
        : staleOf(failure, asked?.kind === 'update' ? asked.input : {}, record, words.current),
    save: (values: Input, changed: string[], chosenBy: Record<string, string> = {}) => {
      words.current = chosenBy
      return record === null
        ? submit(withoutBlanks(values), 0)
        : submit(Object.fromEntries(changed.map((name) => [name, values[name] ?? null])), record.version)
    },
    /** Saves merged fields over the current record. */
    merge: (merged: Input, current: Stale['current']) => submit(merged, current.version),
    forgive: () => actor.send({ type: 'write.clear', kind }),
  }
}

/** Failures after which the server may have saved: retries reuse the key. */
const passingCodes: readonly Failure['code'][] = [
  'OFFLINE',
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
  'TOO_MANY_CALLS',
  'TOO_MANY_CHANGES',
  'INTERRUPTED',
  'IDEMPOTENCY_IN_FLIGHT',
  'INTERNAL',
]

const staleOf = (
  failure: Failure | null,
  wanted: Input,
  base: object,
  words: Stale['words'],
): Stale | null =>
  failure?.code === 'STALE_VERSION' && failure.current !== undefined
    ? { wanted, words, base: { ...base }, current: failure.current as Stale['current'] }
    : null

const withoutBlanks = (values: Input): Input =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** Binds the resource machine to the API. `onBatch`: by which a write is undone. */
const bindResource = (
  api: Api,
  resource: ResourceName,
  onBatch: (batchId: string) => void,
): typeof resourceMachine =>
  resourceMachine.provide({
    actors: {
      list: fromPromise<{ items: readonly WithId[]; total: number }, ListAsked | null>(({ input, signal }) =>
        api.list(resource, input ?? {}, { signal }),
      ),
      one: fromPromise<WithId, string | null>(({ input, signal }) =>
        api.one(resource, input ?? '', { signal }),
      ),
      write: fromPromise<WriteAnswer, Write | null>(({ input, signal }) => {
        if (input === null) throw new Error('there is nothing to write')
        return send(api, resource, input, { signal, onBatch: (batchId) => batchId && onBatch(batchId) })
      }),
    },
  })

/** Input was validated against the resource's fields, which this generic code does not know. */
const send = (
  api: Api,
  resource: ResourceName,
  write: Write,
  options: Pick<WriteOptions, 'signal' | 'onBatch'>,
): Promise<WriteAnswer> => {
  const { idempotencyKey } = write
  switch (write.kind) {
    case 'create':
      return api.create(resource, write.input as never, { ...options, idempotencyKey })
    case 'update':
      return api.update(resource, write.id, write.input, {
        ...options,
        idempotencyKey,
        version: write.version,
      })
    case 'remove':
      return api.bulkDelete(resource, write.target, { ...options, idempotencyKey })
  }
}

/** A resource machine for the mounted screen. Its writes are undone by `u`, like all others of the session. */
export const useResourceActor = (
  resource: ResourceName,
  onBatch: (batchId: string) => void = ignore,
): ResourceActor => {
  const { api, ports } = useWorkspace()
  const machine = useMemo(
    () =>
      bindResource(api, resource, (batchId) => {
        ports.offerUndo(batchId)
        onBatch(batchId)
      }),
    [api, resource, ports, onBatch],
  )
  return useActorRef(machine)
}

const ignore = () => undefined
