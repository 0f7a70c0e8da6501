import { batchList, batchShapes } from '../../../domain/changes.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { json, pageJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { listParameters, pageParameters } from '../../openapi/list-parameters.ts'
import { changeReportSchema, changeSchema, jobSchema } from '../../openapi/schemas.ts'
import { shapesSchema } from '../../openapi/shape-schema.ts'

/** What the calls of histories take and answer. */
export const changeCalls = {
  history: (resource: ResourceName) => describe.history(resource),
  list: describe.call({
    id: 'listChanges',
    tag: 'changes',
    summary: 'List what was changed, batch by batch, newest first: the caller’s own, an admin everybody’s',
    detail:
      'A batch is what one call changed. `keyword` is a record’s number, or words of the name of who did it; `from` and `to` bound the instant of the change.',
    verbs: ['change.list'],
    parameters: listParameters(batchList),
    answers: { 200: pageJson('BatchesPage', titled('ChangeBatch', shapesSchema(batchShapes))) },
  }),
  one: describe.call({
    id: 'listChangedRecords',
    tag: 'changes',
    summary: 'Read what a batch changed, record by record',
    verbs: ['change.list'],
    parameters: pageParameters(100),
    answers: { 200: pageJson('ChangesPage', changeSchema) },
  }),
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
