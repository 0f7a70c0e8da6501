import { fromPromise } from 'xstate'
import type { ChangeReport } from '../../domain/changes.ts'
import type { Applied, Change } from '../../machines/change/change-types.ts'
import { changeMachine } from '../../machines/change-machine.ts'
import type { Api } from '../api/create-api.ts'
import type { StatusChange } from '../api/record-types.ts'

/** The change machine over the api: dry run, the change itself, its undo. */
export const bindChange = (api: Api): typeof changeMachine =>
  changeMachine.provide({
    actors: {
      check: fromPromise<ChangeReport, Change>(({ input, signal }) =>
        call(api, input, { dryRun: true, signal }),
      ),
      apply: fromPromise<Applied, { change: Change; intent: string }>(async ({ input, signal }) => ({
        report: await call(api, input.change, { intent: input.intent, signal }),
        at: Date.now(),
      })),
      undo: fromPromise<ChangeReport, { batchId: string | null; intent: string }>(({ input, signal }) =>
        api.undo(input.batchId ?? '', { intent: input.intent, signal }),
      ),
    },
  })

type CallOptions = { dryRun?: boolean; intent?: string; signal: AbortSignal }

const call = (
  api: Api,
  { kind, resource, target, body }: Change,
  options: CallOptions,
): Promise<ChangeReport> =>
  kind === 'delete'
    ? api.bulkDelete(resource, target, options)
    : // The verb's own command made the body for its resource.
      api.bulkStatus(resource as 'orders', target, body as StatusChange<'orders'>, options)
