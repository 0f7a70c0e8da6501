import { type Grantee, type Holder, scopeOf, type Verb } from '../access/permissions.ts'
import { codes } from '../core/codes.ts'
import { countryCodes } from '../core/countries.ts'
import { jobStatuses } from '../jobs/job.ts'
import type { Where } from '../lib/filter.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import type { RecordOf, Shape, Shapes } from '../lib/shape.ts'
import { type ResourceName, resourceNames, resources } from '../resources.ts'
import { secondStepWays } from '../users/second-factor.ts'
import { lineKinds } from './audit-verbs.ts'
import { historyVerbs } from './change-verbs.ts'

/** The records of a bulk call: ids, or everything that matches a filter except some ids. */
export type Target = { ids: string[] } | { where: Where; except?: string[] }

export const largestIdCount = 10_000
/** With `where`, an answer lists at most this many records of each kind; `counts` always includes all. */
export const namedRecords = 1_000

const codeShape = { kind: 'choice', values: codes } as const satisfies Shape
const namedShapes = { id: { kind: 'id' }, number: { kind: 'integer' } } as const satisfies Shapes

export const actingResources = ['keys', 'sources'] as const

/** What did it in the actor's name: one of their keys, or a source. */
const byShape = {
  kind: 'record',
  of: {
    resource: { kind: 'choice', values: actingResources },
    id: { kind: 'id' },
    name: { kind: 'text' },
  },
  nullable: true,
} as const satisfies Shape

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
  early: { kind: 'integer', optional: true },
  twins: { kind: 'integer', optional: true },
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
 * Result of a bulk change, or with `dryRun` its expected result. `batchId` is null if nothing was written. `manifests`: those
 * created by a dispatch. `early`: how many would go out before the day that their customers chose. `twins`: how many orders
 * would be cancelled though all their likely duplicates are cancelled too; both are only in dry runs. `accounts`: those that a billing skipped, with the reason.
 */
export type ChangeReport = RecordOf<typeof changeReportShapes>

export const changeShapes = {
  id: { kind: 'id' },
  batchId: { kind: 'id' },
  at: { kind: 'instant' },
  actor: { kind: 'id', nullable: true },
  actorName: { kind: 'text', nullable: true },
  by: byShape,
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
 * One line of the history. `before` and `after` hold only changed fields; `names` maps ids in those fields to display names.
 * `actor` is null for the server itself (weekly invoices); `by` for what people did themselves. `undoes`: the line that this one reverted. `number` and `name` are
 * the record's.
 */
export type Change = RecordOf<typeof changeShapes>

/**
 * The verb whose scope limits which changes of a resource a role may read: its history verb if granted. Otherwise a role reads
 * its own changes of records it may open.
 */
export const historyVerbOf = (who: Grantee | Holder, resource: ResourceName): Verb => {
  const { history, view } = resources[resource].verbs
  return scopeOf(who, history) === null ? view : history
}

/**
 * Filters of the history; `from` and `to` bound the instant of the change. `isInEffect`: neither an undo nor undone since; a
 * redo is in effect. `kind`: without it, and without `verb`, changes alone.
 */
export const batchList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    actor: { kind: 'reference', optional: true },
    resource: { kind: 'choice', values: resourceNames },
    verb: { kind: 'choice', values: historyVerbs },
    kind: { kind: 'choice', values: lineKinds },
    key: { kind: 'reference', optional: true },
    source: { kind: 'reference', optional: true },
    isInEffect: { kind: 'flag' },
  },
  sorts: ['at'],
} as const satisfies ListDefinition

/** How many records the history names for each batch. */
export const namedInBatch = 3

export const batchShapes = {
  id: { kind: 'id' },
  at: { kind: 'instant' },
  actor: { kind: 'id', nullable: true },
  actorName: { kind: 'text', nullable: true },
  by: byShape,
  verb: { kind: 'choice', values: historyVerbs },
  resource: { kind: 'choice', values: resourceNames },
  country: { kind: 'text', nullable: true },
  records: { kind: 'integer' },
  undone: { kind: 'integer' },
  undoes: { kind: 'id', nullable: true },
  named: { kind: 'list', of: { ...namedShapes, name: { kind: 'text', nullable: true } } },
} as const satisfies Shapes

/**
 * The changes of one call. `records`: how many records the verb applied to; `named`: some of them, with 0 for no number; `undone`: how many of them were reverted since;
 * `undoes`: the batch that this one reverted. `country` is null where the records are of several.
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

/** Server-sent event: records of a resource changed. `ids` is null if there are too many to list. */
export type LiveEvent = RecordOf<typeof liveEventShapes>

/** Progress of a job: server-sent event `job`, sent to the user who started it. */
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
 * One hit of `GET search`. `rank` orders hits across resources, best first. `customerPhone` is null for records without a
 * customer.
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
  challenge: { kind: 'text', optional: true },
  ways: { kind: 'values', of: { kind: 'choice', values: secondStepWays }, optional: true },
  signOutUrl: { kind: 'text', optional: true },
} as const satisfies Shapes

/**
 * Body of every error answer (RFC 9457). `current`: the present record, for a stale write; `challenge`: goes with the
 * second step, one of `ways`, into `POST sessions/second-factor`; `signOutUrl`: of
 * the identity provider of that login.
 */
export type Problem = RecordOf<typeof problemShapes>
