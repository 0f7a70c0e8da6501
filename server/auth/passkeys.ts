import { isIP } from 'node:net'
import { and, asc, count, desc, eq, gt, isNull, lt, notInArray } from 'drizzle-orm'
import type { NewPasskey, Passkey, UsedPasskey } from '../../domain/users/passkeys.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { type PasskeyPurpose, passkeyChallenges, passkeys } from '../db/schema.ts'
import { hashToken, makeToken } from './sessions.ts'

/** Loaded with the first passkey: it parses certificates of all makers. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** Milliseconds to use or make a passkey. */
const LIFETIME_MS = 5 * 60_000

/** Challenges of one user that may wait; the oldest end. */
const MAX_PER_USER = 10

/** Where passkeys are made and used. `domain`: the "relying party" of the standard. */
export type PasskeySite = { domain: string; origin: string; isLocal: boolean }

/** Passkeys belong to a name, never to a number: null where people open an IP address. */
export const passkeySite = ({ origin }: Pick<ServerContext, 'origin'>): PasskeySite | null => {
  const url = URL.canParse(origin?.() ?? '') ? new URL(origin!()) : null
  if (url === null) return null
  const name = url.hostname.replace(/^\[|\]$/g, '')
  if (name === 'localhost' || name === '127.0.0.1' || name === '::1') {
    const port = url.port === '' ? '' : `:${url.port}`
    return { domain: 'localhost', origin: `${url.protocol}//localhost${port}`, isLocal: true }
  }
  return isIP(name) === 0 ? { domain: name, origin: url.origin, isLocal: false } : null
}

/** @throws Refused `PASSKEYS_UNAVAILABLE` */
const requireSite = (context: ServerContext): PasskeySite => {
  const site = passkeySite(context)
  if (site === null) throw new Refused('PASSKEYS_UNAVAILABLE')
  return site
}

const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))

/** The user's id, as authenticators keep it with the passkey. */
const handleOf = (user: string) => bytesOf(user.replaceAll('-', ''), 'hex')

const storeChallenge = async (
  db: Executor,
  purpose: PasskeyPurpose,
  user: string | null,
  at: Date,
): Promise<Uint8Array<ArrayBuffer>> => {
  const challenge = makeToken()
  await db.insert(passkeyChallenges).values({
    challengeHash: hashToken(challenge),
    purpose,
    user,
    createdAt: at,
    expiresAt: new Date(at.getTime() + LIFETIME_MS),
  })
  if (user !== null) {
    const latest = db
      .select({ challengeHash: passkeyChallenges.challengeHash })
      .from(passkeyChallenges)
      .where(eq(passkeyChallenges.user, user))
      .orderBy(desc(passkeyChallenges.createdAt))
      .limit(MAX_PER_USER)
    await db
      .delete(passkeyChallenges)
      .where(and(eq(passkeyChallenges.user, user), notInArray(passkeyChallenges.challengeHash, latest)))
  }
  return bytesOf(challenge, 'base64url')
}

/** What the browser says that it signed; null if unreadable. */
const readClientData = (clientDataJSON: string): { challenge: string; origin: string } | null => {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
      origin?: unknown
    }
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : null
  } catch {
    return null
  }
}

/**
 * Uses a challenge up, also if what follows fails: of concurrent answers only one gets it. `user`: whose it must be; null for a login
 * by passkey alone. @throws Refused `PASSKEY_ENDED`
 */
export const takeChallenge = async (
  { db, now }: ServerContext,
  { clientDataJSON }: Pick<UsedPasskey, 'clientDataJSON'>,
  purpose: PasskeyPurpose,
  user: string | null,
): Promise<string> => {
  const challenge = readClientData(clientDataJSON)?.challenge
  if (challenge === undefined) throw new Refused('PASSKEY_INVALID', { reason: 'unreadable client data' })
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        user === null ? isNull(passkeyChallenges.user) : eq(passkeyChallenges.user, user),
        gt(passkeyChallenges.expiresAt, now()),
      ),
    )
    .returning({ purpose: passkeyChallenges.purpose })
  if (taken.length === 0) throw new Refused('PASSKEY_ENDED')
  return challenge
}

/** On this machine the console may be behind a server of its own, at another port. */
const expectedOrigin = ({ origin, isLocal }: PasskeySite, clientDataJSON: string): string => {
  const claimed = readClientData(clientDataJSON)?.origin ?? ''
  if (!isLocal || !URL.canParse(claimed)) return origin
  const { hostname, protocol } = new URL(claimed)
  return hostname === 'localhost' && protocol === 'http:' ? claimed : origin
}

const invalid = (error: unknown): never => {
  throw new Refused('PASSKEY_INVALID', { reason: error instanceof Error ? error.message : String(error) })
}

type Owner = { id: string; name: string; email: string }

/** Options for making a passkey of this user. @throws Refused `PASSKEYS_UNAVAILABLE` */
export const optionsToAdd = async (tx: Transaction, context: ServerContext, owner: Owner) => {
  const { domain } = requireSite(context)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const known = await credentialsOf(tx, owner.id, domain)
  return generateRegistrationOptions({
    rpName: 'Waybill',
    rpID: domain,
    userID: handleOf(owner.id),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: await storeChallenge(tx, 'add', owner.id, context.now()),
    timeout: LIFETIME_MS,
    excludeCredentials: known,
    // Found without a name typed, and asked for a finger, a face or a PIN: so that it is enough alone.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Options for using a passkey: one of this user, or any. @throws Refused `PASSKEYS_UNAVAILABLE` */
export const optionsToUse = async (
  db: Executor,
  context: ServerContext,
  purpose: Exclude<PasskeyPurpose, 'add'>,
  user: string | null,
) => {
  const { domain } = requireSite(context)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: domain,
    challenge: await storeChallenge(db, purpose, user, context.now()),
    timeout: LIFETIME_MS,
    // After a password the touch of a device is enough; a key left in its socket says not who is at the keyboard.
    userVerification: purpose === 'second-step' ? 'preferred' : 'required',
    ...(user === null ? {} : { allowCredentials: await credentialsOf(db, user, domain) }),
  })
}

const credentialsOf = (db: Executor, user: string, domain: string) =>
  db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(and(eq(passkeys.user, user), eq(passkeys.domain, domain)))
    .orderBy(asc(passkeys.createdAt))

/** Checks a new passkey; returns the values of its row. @throws Refused `PASSKEY_INVALID` */
export const verifyNewPasskey = async (context: ServerContext, made: NewPasskey, challenge: string) => {
  const site = requireSite(context)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { id, transports, clientDataJSON, attestationObject } = made
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: expectedOrigin(site, clientDataJSON),
    expectedRPID: site.domain,
    requireUserVerification: true,
  }).catch(invalid)
  if (!verified.verified) return invalid('attestation')
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    deviceType: credentialDeviceType,
    isBackedUp: credentialBackedUp,
    domain: site.domain,
  }
}

type Use = {
  challenge: string
  /** Whose it must be. */
  user: string
  /** Alone: the device must name the user. */
  isAlone: boolean
  /** Whether the device must have asked for a finger, a face or a PIN. */
  isVerified: boolean
}

/** `copied`: its counter went back, so that somebody may have a copy of it. */
export type PasskeyUse = { outcome: 'accepted' | 'copied'; name: string }

/** The user of a passkey; null if nobody has it. */
export const userOfPasskey = async (db: Executor, { id }: UsedPasskey): Promise<string | null> => {
  const [found] = await db.select({ user: passkeys.user }).from(passkeys).where(eq(passkeys.credentialId, id))
  return found?.user ?? null
}

/** Checks a used passkey and counts its use. @throws Refused `PASSKEY_UNKNOWN`, `PASSKEY_INVALID` */
export const acceptPasskey = async (
  tx: Transaction,
  context: ServerContext,
  used: UsedPasskey,
  { challenge, user, isAlone, isVerified }: Use,
): Promise<PasskeyUse> => {
  const site = requireSite(context)
  const [held] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, used.id), eq(passkeys.user, user)))
    .for('update')
  if (held === undefined) throw new Refused('PASSKEY_UNKNOWN')
  const handle = Buffer.from(handleOf(user)).toString('base64url')
  if (used.userHandle === null ? isAlone : used.userHandle !== handle) return invalid('user handle')
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { id, clientDataJSON, authenticatorData, signature } = used
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: expectedOrigin(site, clientDataJSON),
    expectedRPID: site.domain,
    requireUserVerification: isVerified,
    // Its counter is compared below: only that of a right signature means anything.
    credential: { id, publicKey: new Uint8Array(held.publicKey), counter: 0 },
  }).catch(invalid)
  if (!verified) return invalid('signature')
  const { newCounter, credentialBackedUp } = authenticationInfo
  if ((newCounter > 0 || held.counter > 0) && newCounter <= held.counter)
    return { outcome: 'copied', name: held.name }
  await tx
    .update(passkeys)
    .set({ counter: newCounter, isBackedUp: credentialBackedUp, lastUsedAt: context.now() })
    .where(eq(passkeys.id, held.id))
  return { outcome: 'accepted', name: held.name }
}

export const listPasskeys = async (context: ServerContext, user: string): Promise<Passkey[]> => {
  const rows = await context.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.user, user))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return rows.map((row) => passkeyOf(context, row))
}

export const passkeyOf = (context: ServerContext, row: typeof passkeys.$inferSelect): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isSynced: row.isBackedUp,
  isUsable: row.domain === passkeySite(context)?.domain,
})

export const countPasskeys = async (db: Executor, user: string): Promise<number> => {
  const [found] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.user, user))
  return found?.count ?? 0
}

/** Whether a browser can use one at the present address. */
export const hasUsablePasskey = async (
  db: Executor,
  context: Pick<ServerContext, 'origin'>,
  user: string,
): Promise<boolean> => {
  const site = passkeySite(context)
  return site !== null && (await credentialsOf(db, user, site.domain)).length > 0
}

/** Deletes expired challenges. */
export const forgetPasskeyChallenges = async ({ db, now }: ServerContext): Promise<void> => {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now()))
}
