import { fromPromise } from 'xstate'
import type { ChangeReport } from '../../domain/changes.ts'
import type { Applied, Change } from '../../machines/change/change-types.ts'
import { changeMachine } from '../../machines/change-machine.ts'
import { callChange } from '../api/change-call.ts'
import type { Api } from '../api/create-api.ts'

/** The change machine over the api: dry run, the change itself, its undo. */
export const bindChange = (api: Api): typeof changeMachine =>
  changeMachine.provide({
    actors: {
      check: fromPromise<ChangeReport, Change>(({ input, signal }) =>
        callChange(api, input, { dryRun: true, signal }),
      ),
      apply: fromPromise<Applied, { change: Change; intent: string }>(async ({ input, signal }) => ({
        report: await callChange(api, input.change, { intent: input.intent, signal }),
        at: Date.now(),
      })),
      undo: fromPromise<ChangeReport, { batchId: string | null; intent: string }>(({ input, signal }) =>
        api.undo(input.batchId ?? '', { intent: input.intent, signal }),
      ),
    },
  })
