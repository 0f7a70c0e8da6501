import { fromPromise } from 'xstate'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { changeMachine } from '../../../machines/change/change-machine.ts'
import type { Applied, Change, UndoInput } from '../../../machines/change/change-types.ts'
import { callChange } from '../../api/change-call.ts'
import type { Api } from '../../api/create-api.ts'

/**
 * The change machine over the api: dry run, the change itself, its undo. The toast comes once `showRows` resolves:
 * its reader acts upon rows as they are now.
 */
export const bindChange = (
  api: Api,
  showRows: (resource: ResourceName, report: ChangeReport) => Promise<void> = async () => undefined,
): typeof changeMachine =>
  changeMachine.provide({
    actors: {
      check: fromPromise<ChangeReport, Change>(({ input, signal }) =>
        callChange(api, input, { dryRun: true, signal }),
      ),
      apply: fromPromise<Applied, { change: Change; idempotencyKey: string }>(async ({ input, signal }) => {
        const report = await callChange(api, input.change, { idempotencyKey: input.idempotencyKey, signal })
        const at = Date.now()
        await showRows(input.change.resource, report)
        return { report, at }
      }),
      undo: fromPromise<ChangeReport, UndoInput>(
        async ({ input: { batchId, resource, idempotencyKey }, signal }) => {
          const report = await api.undo(batchId ?? '', { idempotencyKey, signal })
          await showRows(resource, report)
          return report
        },
      ),
    },
  })
