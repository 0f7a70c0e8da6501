import { createHash } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import type { FieldProblem } from '../../domain/core/codes.ts'
import { isCommonPassword } from '../../domain/users/common-passwords.ts'
import { Refused } from '../core/errors.ts'

const atOnce = 2

/** About two seconds of work; a call that would wait longer is refused. */
const mostWaiting = 200

const waiting: (() => void)[] = []

let running = 0

/** argon2id, m = 19 MiB, t = 2, p = 1. */
export const hashPassword = (password: string): Promise<string> => queued(() => hash(password))

/** Whether the password is the one hashed. Without a hash (no such account) it takes as long, and is wrong. */
export const isPassword = async (password: string, passwordHash: string | null): Promise<boolean> => {
  const isRight = await queued(() => verify(passwordHash ?? decoy, password))
  return isRight && passwordHash !== null
}

/**
 * What represents a call with a password under its idempotency key, instead of a quick hash of its body that could be
 * guessed from: the same for the same password and salt, and as slow to try as the stored hashes.
 */
export const passwordFingerprint = async (password: string, salt: string): Promise<string> => {
  const bytes = createHash('sha256').update(salt).digest().subarray(0, 16)
  return (await queued(() => hashRaw(password, { salt: bytes }))).toString('hex')
}

/** Of the same cost as the real ones, so that an unknown account takes as long as a wrong password. */
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$bETfuujqlEef0lQqC0W17Q$SOrajYcvUKePmfmJ0gmxUA0WJVPeIA1NMdXV6BfSfEU'

/** Each hash takes 19 MiB and a core: a flood of logins waits in line instead of taking the machine. */
const queued = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new Refused('OVERLOADED')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}

/** Refuses the passwords that everybody tries first, however well formed. */
export const refuseCommonPassword = (password: string): void => {
  const errors: FieldProblem[] = [{ path: 'password', code: 'PASSWORD_TOO_COMMON' }]
  if (isCommonPassword(password)) throw new Refused('VALIDATION_FAILED', { errors })
}
