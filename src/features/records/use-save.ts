import { useRef, useState } from 'react'
import type { ResourceRecords } from '../../../domain/resources.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { newIntent } from '../../api/intent.ts'
import type { EditedResource } from '../../resources/record-commands.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** A save that met a newer record: what was wanted, and what stands now. */
export type Stale = {
  wanted: Record<string, unknown>
  base: Record<string, unknown>
  current: Record<string, unknown> & { version: number }
}

/** Saves a record under one intent; a retry without an answer keeps it, so that nothing is written twice. */
export const useSave = <R extends EditedResource>(
  resource: R,
  record: ResourceRecords[R] | null,
  onSaved: (saved: ResourceRecords[R]) => void,
) => {
  const { api } = useWorkspace()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [stale, setStale] = useState<Stale | null>(null)
  const intent = useRef(newIntent())

  const write = async (input: Record<string, unknown>, version: number | undefined) => {
    setPending(true)
    setProblem(null)
    setStale(null)
    try {
      const options = { intent: intent.current, version }
      const saved =
        record === null
          ? await api.create(resource, input as never, options)
          : await api.update(resource, record.id, input as never, options)
      onSaved(saved)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (!error.isOffline) intent.current = newIntent()
      setProblem(error)
      if (error.code === 'STALE_VERSION' && record !== null) {
        setStale({ wanted: input, base: { ...record }, current: error.current as Stale['current'] })
      }
    } finally {
      setPending(false)
    }
  }

  return {
    isPending,
    problem,
    stale,
    save: (values: Record<string, unknown>, changed: string[]) =>
      record === null
        ? write(withoutBlanks(values), undefined)
        : write(Object.fromEntries(changed.map((name) => [name, values[name] ?? null])), record.version),
    /** The merged fields, over the record as it stands now. */
    retry: (merged: Record<string, unknown>) => write(merged, stale?.current.version),
    forgive: () => setStale(null),
  }
}

const withoutBlanks = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
