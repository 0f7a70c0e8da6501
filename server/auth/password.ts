import { createHash } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import type { Role } from '../../domain/access/permissions.ts'
import { whyNotPassword } from '../../domain/users/password-rule.ts'
import { Refused } from '../core/errors.ts'
import { callerSignal, currentUser, makeFairSlots } from '../core/fair-slots.ts'

/**
 * Slots of the argon2 hasher: each hash takes 19 MiB and a core. Fair by user, or by address without a session, so that many
 * requests of one delay another's login by one hash. The queue holds a few seconds of work.
 */
export const hasherTurns = makeFairSlots({
  slots: 2,
  slotsPerUser: 1,
  waitingPerUser: 100,
  waitingInAll: 200,
})

/** argon2id, m = 19 MiB, t = 2, p = 1. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(composed(password)))

/**
 * Verifies a password. Without a hash (no such account) takes equally long and returns false. Older hashes were not
 * NFC-normalised.
 */
export const isPassword = async (password: string, passwordHash: string | null): Promise<boolean> => {
  for (const form of new Set([composed(password), password, password.normalize('NFD')])) {
    const isRight = await inTurn(() => verify(passwordHash ?? decoy, form))
    if (isRight && passwordHash !== null) return true
  }
  return false
}

/** Fingerprint of a password for idempotency keys: deterministic, and as slow to brute-force as the stored hashes. */
export const passwordFingerprint = async (password: string, salt: string): Promise<string> => {
  const bytes = createHash('sha256').update(salt).digest().subarray(0, 16)
  return (await inTurn(() => hashRaw(composed(password), { salt: bytes }))).toString('hex')
}

/** Keyboards type `é` composed or decomposed: normalise. */
const composed = (password: string): string => password.normalize('NFC')

/** Same cost as real hashes, so that unknown accounts take as long. */
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$bETfuujqlEef0lQqC0W17Q$SOrajYcvUKePmfmJ0gmxUA0WJVPeIA1NMdXV6BfSfEU'

/** Skips callers that disconnected. @throws Refused `TOO_MANY_CALLS`, `OVERLOADED`, `CANCELLED` */
const inTurn = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  const giveTurn = await hasherTurns.acquire(currentUser(), undefined, callerSignal())
  try {
    return await work()
  } finally {
    giveTurn()
  }
}

/** `role`: of the account, null where it is not known yet. @throws Refused for a common password, or one too short for the role */
export const refuseWeakPassword = (password: string, role: Role | null): void => {
  const code = whyNotPassword(password, role)
  if (code !== null) throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'password', code }] })
}
