import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { Failure } from '../../../machines/failure.ts'
import type { Input } from '../../../machines/resource/resource-types.ts'
import type { resourceMachine } from '../../../machines/resource-machine.ts'
import { newIntent } from '../../api/intent.ts'

export type ResourceActor = ActorRefFrom<typeof resourceMachine>

/** A save that met a newer record: what was wanted, what it was made from, and what stands now. */
export type Stale = {
  wanted: Input
  /** By field, what the references that are wanted are called. */
  words: Record<string, string>
  base: Record<string, unknown>
  current: Record<string, unknown> & { version: number }
}

/** Saves a record through its resource's machine. The same words again after silence go under the same intent. */
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
    const intent = newIntent()
    const write =
      record === null
        ? ({ kind: 'create', input, intent } as const)
        : ({ kind: 'update', id: record.id, input, version, intent } as const)
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
    /** The merged fields, over the record as it stands now. */
    merge: (merged: Input, current: Stale['current']) => submit(merged, current.version),
    forgive: () => actor.send({ type: 'write.clear', kind }),
  }
}

/** After which it may have been done all the same: another try goes under the same intent. */
const passingCodes: readonly Failure['code'][] = [
  'OFFLINE',
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
  'TOO_MANY_CALLS',
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
