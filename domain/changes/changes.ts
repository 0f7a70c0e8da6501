import { type Role, scopeOf, type Verb } from '../access/permissions.ts'
import { codes } from '../core/codes.ts'
import { countryCodes } from '../core/countries.ts'
import { jobStatuses } from '../jobs/job.ts'
import type { Where } from '../lib/filter.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import type { RecordOf, Shape, Shapes } from '../lib/shape.ts'
import { type ResourceName, resourceNames, resources } from '../resources.ts'
import { journalVerbs } from './journal-verbs.ts'

/** Which records a bulk call means: these, or everything that matches a list's filter less the ones taken out by hand. */
export type Target = { ids: string[] } | { where: Where; except?: string[] }

export const largestIdCount = 10_000
/** With `where`, answers name at most this many records of each kind; `counts` always includes all. */
export const namedRecords = 1_000

const codeShape = { kind: 'choice', values: codes } as const satisfies Shape
const namedShapes = { id: { kind: 'id' }, number: { kind: 'integer' } } as const satisfies Shapes

export const changeReportShapes = {
  batchId: { kind: 'id', nullable: true },
  counts: {
    kind: 'record',
    of: {
      changed: { kind: 'integer' },
      refused: { kind: 'integer' },
      refusedBy: { kind: 'map', keys: codes, of: { kind: 'integer' } },
    },
  },
  changed: { kind: 'list', of: { ...namedShapes, version: { kind: 'integer' } } },
  refused: { kind: 'list', of: { ...namedShapes, code: codeShape } },
  manifests: { kind: 'list', of: namedShapes, optional: true },
  accounts: {
    kind: 'list',
    of: {
      country: { kind: 'choice', values: countryCodes },
      owner: { kind: 'id' },
      ownerName: { kind: 'text' },
      code: codeShape,
    },
    optional: true,
  },
} as const satisfies Shapes

/**
 * What a bulk change did, or with `dryRun` would do. `batchId` is null where nothing was written. `manifests` are those that a
 * dispatch made, `accounts` those that a billing left out, with the reason: the others are billed.
 */
export type ChangeReport = RecordOf<typeof changeReportShapes>

export const changeShapes = {
  id: { kind: 'id' },
  batchId: { kind: 'id' },
  at: { kind: 'instant' },
  actor: { kind: 'id', nullable: true },
  actorName: { kind: 'text', nullable: true },
  verb: { kind: 'text' },
  resource: { kind: 'choice', values: resourceNames },
  recordId: { kind: 'id' },
  before: { kind: 'map', of: { kind: 'any' }, nullable: true },
  after: { kind: 'map', of: { kind: 'any' }, nullable: true },
  isUndone: { kind: 'flag' },
  undoes: { kind: 'id', nullable: true },
  number: { kind: 'integer', nullable: true },
  name: { kind: 'text', nullable: true },
  names: { kind: 'map', of: { kind: 'text' } },
} as const satisfies Shapes

/**
 * One line of the history. `before` and `after` hold only the fields that changed; `names` has, by their ids, what the
 * records are called that those fields refer to. `actor` is null where the server did it by itself: the weekly invoices.
 * `undoes` is the line that this one took back. `number` and `name` are the record's.
 */
export type Change = RecordOf<typeof changeShapes>

/**
 * The verb whose scope decides which records of a resource a role reads the changes of: the history's where it has one.
 * A role without one reads its own changes of the records that it may open.
 */
export const historyVerbOf = (role: Role, resource: ResourceName): Verb => {
  const { history, view } = resources[resource].verbs
  return scopeOf(role, history) === null ? view : history
}

/**
 * What the journal is filtered by; `from` and `to` bound the instant of the change. `isInEffect` is a batch whose change
 * holds at present: an undo is not one, nor is a batch that was undone; a redo is.
 */
export const batchList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    actor: { kind: 'reference', optional: true },
    resource: { kind: 'choice', values: resourceNames },
    verb: { kind: 'choice', values: journalVerbs },
    isInEffect: { kind: 'flag' },
  },
  sorts: ['at'],
} as const satisfies ListDefinition

/** Of each batch the journal names this many records; its lines tell the rest. */
export const namedInBatch = 3

export const batchShapes = {
  id: { kind: 'id' },
  at: { kind: 'instant' },
  actor: { kind: 'id', nullable: true },
  actorName: { kind: 'text', nullable: true },
  verb: { kind: 'choice', values: journalVerbs },
  resource: { kind: 'choice', values: resourceNames },
  country: { kind: 'text', nullable: true },
  records: { kind: 'integer' },
  undone: { kind: 'integer' },
  undoes: { kind: 'id', nullable: true },
  named: {
    kind: 'list',
    of: { id: { kind: 'id' }, number: { kind: 'integer' }, name: { kind: 'text', nullable: true } },
  },
} as const satisfies Shapes

/**
 * What one call changed, as the journal tells it. `records` counts those that the verb is about, `undone` those of them
 * that have been taken back; `undoes` is the batch that this one took back. `country` is null where they are of several.
 */
export type ChangeBatch = RecordOf<typeof batchShapes>

export const liveEventShapes = {
  id: { kind: 'text' },
  resource: { kind: 'choice', values: resourceNames },
  verb: { kind: 'text' },
  country: { kind: 'text', nullable: true },
  ids: { kind: 'values', of: { kind: 'id' }, nullable: true },
  batchId: { kind: 'id', nullable: true },
  actor: { kind: 'id', nullable: true },
} as const satisfies Shapes

/** An event of the stream: these records of this resource changed. `ids` is null if they are too many to name. */
export type LiveEvent = RecordOf<typeof liveEventShapes>

/** What the event stream sends to the user who began a job, under the event name `job`: its progress. */
export const jobEventShapes = {
  job: { kind: 'id' },
  status: { kind: 'choice', values: jobStatuses },
  done: { kind: 'integer' },
  total: { kind: 'integer', nullable: true },
} as const satisfies Shapes

export type JobEvent = RecordOf<typeof jobEventShapes>

export const searchHitShapes = {
  resource: { kind: 'choice', values: resourceNames },
  ...namedShapes,
  title: { kind: 'text' },
  subtitle: { kind: 'text' },
  status: { kind: 'text', nullable: true },
  rank: { kind: 'number' },
  customerPhone: { kind: 'phone', nullable: true },
} as const satisfies Shapes

/**
 * One hit of `GET search`. `rank` orders hits over resources, best first; `customerPhone` is whose order or parcel it is,
 * null of what has no customer.
 */
export type SearchHit = RecordOf<typeof searchHitShapes>

export const problemShapes = {
  type: { kind: 'text' },
  title: { kind: 'text' },
  status: { kind: 'integer' },
  code: codeShape,
  detail: { kind: 'text' },
  errors: { kind: 'list', of: { path: { kind: 'text' }, code: codeShape }, optional: true },
  requestId: { kind: 'id' },
  current: { kind: 'any', optional: true },
} as const satisfies Shapes

/** The shape of every error answer (RFC 9457). `current` is the present record of a stale write. */
export type Problem = RecordOf<typeof problemShapes>
