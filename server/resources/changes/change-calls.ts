import type { ResourceName } from '../../../domain/resources.ts'
import { json } from '../../contract/content.ts'
import { describe } from '../../contract/describe.ts'
import { changeReportSchema, jobSchema } from '../../contract/schemas.ts'

/** What the calls of histories take and answer. */
export const changeCalls = {
  history: (resource: ResourceName) => describe.history(resource),
  undo: describe.call({
    id: 'undoChange',
    tag: 'changes',
    summary: 'Take a batch back, record by record, by the rules that it obeyed itself',
    detail:
      'What has moved on since stays and is named. The undo is a batch of its own: taking that back is the redo.',
    verbs: ['change.undo'],
    headers: ['Idempotency-Key', 'Prefer'],
    answers: { 200: json(changeReportSchema), 202: json(jobSchema) },
    refuses: ['ALREADY_UNDONE'],
  }),
}
