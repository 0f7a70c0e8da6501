import { and, eq, gt, lt } from 'drizzle-orm'
import type { ServerContext } from '../../db/context.ts'
import { signOns } from '../../db/schema.ts'
import { hashToken, makeToken } from '../sessions.ts'
import type { SignOnSecrets } from './provider-client.ts'

/** Milliseconds that a person has at the provider's page. */
const LIFETIME_MS = 10 * 60_000

export const placeOfSignOn = (flowHash: Buffer): string => `sign-on ${flowHash.toString('hex')}`

/** `prover`: the user who says who is at the keyboard, in an open session; null in a login. */
type StoredSignOn = SignOnSecrets & { prover: string | null; isAnew: boolean }

/** `isAnew`: an open session at the provider is not enough. `startedAt`: epoch milliseconds. */
export type SignOnRow = StoredSignOn & { startedAt: number }

/** Milliseconds by which times in whole seconds may differ. */
const ROUNDING_MS = 2_000

/** Whether the person signed in at the provider since this began. `signedInFor`: null if the provider does not say when they did. */
export const isSignedInAnew = (signedInFor: number | null, { startedAt }: SignOnRow, at: Date): boolean =>
  signedInFor !== null && signedInFor <= at.getTime() - startedAt + ROUNDING_MS

type Options = Partial<Pick<StoredSignOn, 'prover' | 'isAnew'>>

/** Stores a login that goes to its provider; returns the token of its browser. */
export const storeSignOn = async (
  { db, secrets: seals, now }: ServerContext,
  provider: string,
  secrets: SignOnSecrets,
  { prover = null, isAnew = prover !== null }: Options = {},
): Promise<string> => {
  const flow = makeToken()
  const [flowHash, at] = [hashToken(flow), now()]
  await db.insert(signOns).values({
    flowHash,
    provider,
    secrets: seals.seal(
      JSON.stringify({ ...secrets, prover, isAnew } satisfies StoredSignOn),
      placeOfSignOn(flowHash),
    ),
    createdAt: at,
    expiresAt: new Date(at.getTime() + LIFETIME_MS),
  })
  return flow
}

/** Uses a login up, before its code is: of concurrent calls only one gets it. Null if it ended, or is of another provider or `prover`. */
export const takeSignOn = async (
  { db, secrets: seals, now }: ServerContext,
  provider: string,
  flow: string,
  prover: string | null = null,
): Promise<SignOnRow | null> => {
  const flowHash = hashToken(flow)
  const [taken] = await db
    .delete(signOns)
    .where(and(eq(signOns.flowHash, flowHash), eq(signOns.provider, provider), gt(signOns.expiresAt, now())))
    .returning({ secrets: signOns.secrets, createdAt: signOns.createdAt })
  const opened = taken === undefined ? null : seals.open(taken.secrets, placeOfSignOn(flowHash))
  if (taken === undefined || opened === null) return null
  const row = JSON.parse(opened) as SignOnSecrets & Partial<StoredSignOn>
  if ((row.prover ?? null) !== prover) return null
  return { ...row, prover, isAnew: row.isAnew ?? prover !== null, startedAt: taken.createdAt.getTime() }
}

/** Deletes expired ones. */
export const forgetSignOns = async ({ db, now }: ServerContext): Promise<void> => {
  await db.delete(signOns).where(lt(signOns.expiresAt, now()))
}
