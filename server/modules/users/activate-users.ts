import { asc } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { type ChangeReport, largestIdCount, namedRecords } from '../../../domain/changes.ts'
import { whyNotActivate } from '../../../domain/users/why-not-activate.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema.ts'
import { changeReport } from '../../services/change-report.ts'
import type { Batch } from '../change-log/record-changes.ts'
import { type ParsedTarget, targetSql } from '../../crud/target.ts'
import { applyUserChange } from './apply-user-change.ts'
import { userSource } from './user-source.ts'

/** Lets users in or shuts them out, each decided on their own; whoever is let in gets the mail about it. */
export const activateUsers = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  isActivated: boolean,
  { batch, dryRun }: { batch: Batch; dryRun: boolean },
): Promise<ChangeReport> => {
  const query = tx
    .select()
    .from(users)
    .where(targetSql(userSource, actor, 'user.activate', target))
    .orderBy(asc(users.id))
  const held = await (dryRun ? query : query.for('update'))
  const found = new Set(held.map(({ id }) => id))
  const refused: ChangeReport['refused'] = ('ids' in target ? target.ids : [])
    .filter((id) => !found.has(id))
    .map((id) => ({ id, number: 0, code: 'NOT_FOUND' as const }))
  const changed: ChangeReport['changed'] = []
  for (const user of held) {
    const { id, number, version } = user
    const code = whyNotActivate(actor, user, isActivated)
    if (code !== null) {
      refused.push({ id, number, code })
      continue
    }
    if (!dryRun)
      await applyUserChange(tx, actor, batch, { user, verb: 'user.activate', wanted: { isActivated } })
    changed.push({ id, number, version: version + (dryRun ? 0 : 1) })
  }
  return changeReport(
    dryRun ? null : batch.id,
    changed,
    refused,
    'ids' in target ? largestIdCount : namedRecords,
  )
}
