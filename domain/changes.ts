import type { Code, FieldProblem } from './codes.ts'
import type { JobStatus } from './jobs/job.ts'
import type { Where } from './lib/filter.ts'
import type { ResourceName } from './resources.ts'

/** Which records a bulk call means: these, or everything that matches a list's filter less the ones taken out by hand. */
export type Target = { ids: string[] } | { where: Where; except?: string[] }

export const largestIdCount = 10_000
/** With `where`, answers name at most this many records of each kind; `counts` is always the whole. */
export const namedRecords = 1_000

/** What a bulk change did, or with `dryRun` would do. `batchId` is null where nothing was written. */
export type ChangeReport = {
  batchId: string | null
  counts: { changed: number; refused: number; refusedBy: Partial<Record<Code, number>> }
  changed: { id: string; number: number; version: number }[]
  refused: { id: string; number: number; code: Code }[]
}

/** One line of a record's history. `before` and `after` hold only the fields that changed. */
export type Change = {
  id: string
  batchId: string
  at: string
  /** Null where the server did it by itself: the weekly invoices. */
  actor: string | null
  actorName: string | null
  verb: string
  resource: ResourceName
  recordId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  isUndone: boolean
  /** The line that this one took back; null for a change of its own. */
  undoes: string | null
}

/** What the event stream tells: these records of this resource changed. `ids` is null when they are too many to name. */
export type LiveEvent = {
  id: string
  resource: ResourceName
  verb: string
  country: string | null
  ids: string[] | null
  batchId: string | null
  actor: string | null
}

/** What the event stream tells whoever began a job, under the event name `job`: how far it has come. */
export type JobEvent = { job: string; status: JobStatus; done: number; total: number | null }

/** One hit of `GET search`. `rank` orders hits over resources, best first. */
export type SearchHit = {
  resource: ResourceName
  id: string
  number: number
  title: string
  subtitle: string
  status: string | null
  rank: number
}

/** The shape of every error answer (RFC 9457). `current` is the present record of a stale write. */
export type Problem = {
  type: string
  title: string
  status: number
  code: Code
  detail: string
  errors?: FieldProblem[]
  requestId: string
  current?: unknown
}
