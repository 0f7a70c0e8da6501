import { eq } from 'drizzle-orm'
import { placeOfSignOn } from '../../auth/oidc/sign-ons.ts'
import { placeOfFactor } from '../../auth/second-factor.ts'
import type { Secrets } from '../../core/seal.ts'
import type { Transaction } from '../../db/drizzle.ts'
import {
  erasureKeys,
  secondFactors,
  signOns,
  sourceAccess,
  sourceSecrets,
  webhookSecrets,
} from '../../db/schema.ts'
import { placeOfAccess, placeOfSecret } from '../../queries/sources.ts'
import { placeOfWebhookSecret } from '../../queries/webhooks.ts'
import { placeOfLedgerKey } from '../personal/ledger-keys.ts'

export type SealedAnew = {
  sealed: number
  /** Neither key opens them: they stay as they are. */
  unreadable: number
}

/** Seals each stored secret with the present key, whichever key it was sealed by. Rows are locked meanwhile. */
export const sealAnew = async (tx: Transaction, secrets: Secrets): Promise<SealedAnew> => {
  const count: SealedAnew = { sealed: 0, unreadable: 0 }
  const anew = <Sealed extends Buffer | null>(stored: Sealed, place: string): Sealed => {
    if (stored === null) return stored
    const secret = secrets.open(stored, place)
    if (secret === null) {
      count.unreadable++
      return stored
    }
    count.sealed++
    return secrets.seal(secret, place) as Sealed
  }
  for (const { source, secret, former } of await tx.select().from(sourceSecrets).for('update')) {
    const place = placeOfSecret(source)
    await tx
      .update(sourceSecrets)
      .set({ secret: anew(secret, place), former: anew(former, place) })
      .where(eq(sourceSecrets.source, source))
  }
  for (const { source, token } of await tx.select().from(sourceAccess).for('update')) {
    await tx
      .update(sourceAccess)
      .set({ token: anew(token, placeOfAccess(source)) })
      .where(eq(sourceAccess.source, source))
  }
  for (const { webhook, secret, former } of await tx.select().from(webhookSecrets).for('update')) {
    const place = placeOfWebhookSecret(webhook)
    await tx
      .update(webhookSecrets)
      .set({ secret: anew(secret, place), former: anew(former, place) })
      .where(eq(webhookSecrets.webhook, webhook))
  }
  for (const { user, secret } of await tx.select().from(secondFactors).for('update')) {
    await tx
      .update(secondFactors)
      .set({ secret: anew(secret, placeOfFactor(user)) })
      .where(eq(secondFactors.user, user))
  }
  for (const { flowHash, secrets: sealed } of await tx.select().from(signOns).for('update')) {
    await tx
      .update(signOns)
      .set({ secrets: anew(sealed, placeOfSignOn(flowHash)) })
      .where(eq(signOns.flowHash, flowHash))
  }
  for (const { id, key } of await tx.select().from(erasureKeys).for('update')) {
    await tx
      .update(erasureKeys)
      .set({ key: anew(key, placeOfLedgerKey(id)) })
      .where(eq(erasureKeys.id, id))
  }
  return count
}
