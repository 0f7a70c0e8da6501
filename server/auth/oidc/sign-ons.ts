import { and, eq, gt, lt } from 'drizzle-orm'
import type { ServerContext } from '../../db/context.ts'
import { signOns } from '../../db/schema.ts'
import { hashToken, makeToken } from '../sessions.ts'
import type { SignOnSecrets } from './provider-client.ts'

/** Milliseconds that a person has at the provider's page. */
const LIFETIME_MS = 10 * 60_000

export const placeOfSignOn = (flowHash: Buffer): string => `sign-on ${flowHash.toString('hex')}`

/** Stores a login that goes to its provider; returns the token of its browser. */
export const storeSignOn = async (
  { db, secrets: seals, now }: ServerContext,
  provider: string,
  secrets: SignOnSecrets,
): Promise<string> => {
  const flow = makeToken()
  const [flowHash, at] = [hashToken(flow), now()]
  await db.insert(signOns).values({
    flowHash,
    provider,
    secrets: seals.seal(JSON.stringify(secrets), placeOfSignOn(flowHash)),
    createdAt: at,
    expiresAt: new Date(at.getTime() + LIFETIME_MS),
  })
  return flow
}

/** Uses a login up, before its code is: of concurrent calls only one gets it. Null if it ended, or is of another provider. */
export const takeSignOn = async (
  { db, secrets: seals, now }: ServerContext,
  provider: string,
  flow: string,
): Promise<SignOnSecrets | null> => {
  const flowHash = hashToken(flow)
  const [taken] = await db
    .delete(signOns)
    .where(and(eq(signOns.flowHash, flowHash), eq(signOns.provider, provider), gt(signOns.expiresAt, now())))
    .returning({ secrets: signOns.secrets })
  const opened = taken === undefined ? null : seals.open(taken.secrets, placeOfSignOn(flowHash))
  return opened === null ? null : (JSON.parse(opened) as SignOnSecrets)
}

/** Deletes expired ones. */
export const forgetSignOns = async ({ db, now }: ServerContext): Promise<void> => {
  await db.delete(signOns).where(lt(signOns.expiresAt, now()))
}
