import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { coversStanding } from '../../../domain/access/standing.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { readWrittenJob, type WrittenJob } from '../../jobs/job-rows.ts'
import { Refused } from '../../refused.ts'
import type { Executor } from '../../crud/executor.ts'

/**
 * A job within the actor's reach for a verb. Jobs are of no country: who began one has it, and an admin all. Its report
 * and file are there only for whoever has the standing that it was begun under.
 */
export const findJob = async (db: Executor, actor: Actor, verb: Verb, id: string): Promise<WrittenJob> => {
  const row = await readWrittenJob(db, id)
  const code = row === null ? 'NOT_FOUND' : whyNot(actor, verb, { country: actor.country, owner: row.actor })
  if (row === null || code !== null) throw new Refused(code ?? 'NOT_FOUND')
  return coversStanding(actor, row.standing) ? row : { ...row, reportJson: null, fileName: null }
}
