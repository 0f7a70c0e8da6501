import { viewedLists, viewFields, viewShapes, viewUpdateFields } from '../../../domain/views/view.ts'
import { json, pageJson } from '../../openapi/content.ts'
import { describe, wholeRecord } from '../../openapi/describe.ts'
import { fieldsSchema } from '../../openapi/field-schema.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/shape-schema.ts'
import { updateSchema } from '../../openapi/update-schema.ts'

const viewSchema = titled('View', shapesSchema(viewShapes))

const shareDetail = 'Sharing it is for admins and, within their country, agents.'

/** What the calls of saved views take and answer. */
export const viewCalls = {
  list: describe.call({
    id: 'listViews',
    tag: 'views',
    summary: 'List the views that the caller has or that are shared with them',
    verbs: ['view.list'],
    query: { resource: { kind: 'choice', values: viewedLists } },
    answers: { 200: pageJson('ViewsPage', viewSchema) },
  }),
  create: describe.call({
    id: 'createView',
    tag: 'views',
    summary: 'Save a view',
    detail: shareDetail,
    verbs: ['view.create'],
    headers: ['Idempotency-Key'],
    body: json(titled('ViewInput', fieldsSchema(viewFields))),
    answers: { 201: json(viewSchema) },
    refuses: ['TOO_MANY_VIEWS', 'VIEW_NAME_TAKEN'],
  }),
  update: describe.call({
    id: 'updateView',
    tag: 'views',
    summary: 'Change a view: what is left out stays',
    verbs: ['view.update'],
    headers: ['Idempotency-Key', 'If-Match'],
    detail: `${wholeRecord} ${shareDetail}`,
    body: json(titled('ViewUpdate', updateSchema(viewUpdateFields, viewShapes))),
    answers: { 200: json(viewSchema) },
    refuses: ['SHARED_BY_ANOTHER', 'VIEW_NAME_TAKEN'],
  }),
  delete: describe.call({
    id: 'deleteView',
    tag: 'views',
    summary: 'Delete a view',
    verbs: ['view.delete'],
    headers: ['Idempotency-Key', 'If-Match'],
    answers: { 204: null },
    refuses: ['SHARED_BY_ANOTHER'],
  }),
}
