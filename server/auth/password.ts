import { createHash } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import type { FieldProblem } from '../../domain/core/codes.ts'
import { isCommonPassword } from '../../domain/users/common-passwords.ts'
import { Refused } from '../core/errors.ts'
import { callerSignal, currentUser, makeFairSlots } from '../core/fair-slots.ts'

/**
 * Turns of the hasher, the only door to argon2: each hash takes 19 MiB and a core. They go round by user, or by address where
 * nobody is signed in, so that the many of one delay the login of another by one hash. All that wait are a few seconds of work.
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
 * Whether the password is the one hashed. Without a hash (no such account) it takes as long, and is wrong. Older hashes are of
 * the form that a keyboard typed, composed or not.
 */
export const isPassword = async (password: string, passwordHash: string | null): Promise<boolean> => {
  for (const form of new Set([composed(password), password, password.normalize('NFD')])) {
    const isRight = await inTurn(() => verify(passwordHash ?? decoy, form))
    if (isRight && passwordHash !== null) return true
  }
  return false
}

/**
 * What represents a call with a password under its idempotency key, instead of a quick hash of its body that could be
 * guessed from: the same for the same password and salt, and as slow to try as the stored hashes.
 */
export const passwordFingerprint = async (password: string, salt: string): Promise<string> => {
  const bytes = createHash('sha256').update(salt).digest().subarray(0, 16)
  return (await inTurn(() => hashRaw(composed(password), { salt: bytes }))).toString('hex')
}

/** One keyboard types `é` as one letter, another as two: the same password on both. */
const composed = (password: string): string => password.normalize('NFC')

/** Of the same cost as the real ones, so that an unknown account takes as long as a wrong password. */
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$bETfuujqlEef0lQqC0W17Q$SOrajYcvUKePmfmJ0gmxUA0WJVPeIA1NMdXV6BfSfEU'

/** Who has left does not wait for a turn. @throws Refused `TOO_MANY_CALLS`, `OVERLOADED`, `CANCELLED` */
const inTurn = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  const giveTurn = await hasherTurns.acquire(currentUser(), undefined, callerSignal())
  try {
    return await work()
  } finally {
    giveTurn()
  }
}

/** Refuses the passwords that everybody tries first, however well formed. */
export const refuseCommonPassword = (password: string): void => {
  const errors: FieldProblem[] = [{ path: 'password', code: 'PASSWORD_TOO_COMMON' }]
  if (isCommonPassword(password)) throw new Refused('VALIDATION_FAILED', { errors })
}
