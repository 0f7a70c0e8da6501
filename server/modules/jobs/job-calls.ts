import { jobShapes, jobStatuses } from '../../../domain/jobs/job.ts'
import { choiceSchema } from '../../openapi/choice-schema.ts'
import { json, pageJson, spreadsheet } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { pageParameters } from '../../openapi/list-parameters.ts'
import { jobSchema } from '../../openapi/schemas.ts'
import { shapesSchema } from '../../openapi/shape-schema.ts'

/** What the calls about long work take and answer. */
export const jobCalls = {
  list: describe.call({
    id: 'listJobs',
    tag: 'jobs',
    summary: 'List long work, newest first: the caller’s own, an admin everybody’s',
    verbs: ['job.view'],
    parameters: [
      ...pageParameters(),
      {
        name: 'status',
        isList: true,
        description: 'Any of these.',
        schema: { type: 'array', items: choiceSchema(jobStatuses) },
      },
      {
        name: 'isDryRun',
        description: 'Only bulk calls that ask what they would change, or with `false` only other work.',
        schema: { type: 'boolean' },
      },
    ],
    answers: { 200: pageJson('JobsPage', titled('JobSummary', shapesSchema(jobShapes))) },
  }),
  one: describe.call({
    id: 'getJob',
    tag: 'jobs',
    summary: 'Read how far a job is, and what it came to',
    verbs: ['job.view'],
    answers: { 200: json(jobSchema) },
  }),
  cancel: describe.call({
    id: 'cancelJob',
    tag: 'jobs',
    summary: 'Cancel a job',
    detail:
      'What the job has done so far stands, record by record, and its report counts the rest as refused; an import, a spreadsheet or a dry run leaves nothing behind. The job stops at the next record that it can stop at, which its event tells.',
    verbs: ['job.cancel'],
    headers: ['Idempotency-Key'],
    answers: { 200: json(jobSchema) },
    refuses: ['JOB_ENDED'],
  }),
  file: describe.call({
    id: 'downloadJobFile',
    tag: 'jobs',
    summary: 'Download the file that a job made, for 24 hours',
    verbs: ['job.view'],
    answers: { 200: spreadsheet },
    refuses: ['FILE_GONE'],
  }),
}
