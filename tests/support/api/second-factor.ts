import { generateSync } from 'otplib'
import type { NewSecondFactor, RecoveryCodes } from '../../../domain/users/second-factor.ts'
import type { Caller } from './caller.ts'

const STEP_SECONDS = 30

/** The code that an authenticator app shows at a time, or `steps` later. */
export const codeAt = (secret: string, at: Date, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) + steps * STEP_SECONDS })

/** Milliseconds that a browser on a loaded machine takes from a code to its check. */
const ROOM_MS = 12_000

/**
 * The code of the step before, which is still accepted, so that the present one is left for what follows. Waits where the next step
 * is about to begin: then it would be too old when it is checked.
 */
export const formerCode = async (secret: string): Promise<string> => {
  const left = STEP_SECONDS * 1_000 - (Date.now() % (STEP_SECONDS * 1_000))
  if (left < ROOM_MS) await new Promise((resolve) => setTimeout(resolve, left))
  return codeAt(secret, new Date(), -1)
}

/** Switches the second factor of a caller on; returns its secret and recovery codes. The present code is used up. */
export const enrol = async (
  caller: Caller,
  now: () => Date,
): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const { body } = await caller.post<NewSecondFactor>('/profile/totp')
  const { secret } = body
  const confirmed = await caller.put<RecoveryCodes>('/profile/totp', {
    body: { code: codeAt(secret, now()) },
  })
  if (confirmed.status !== 200) throw new Error(`${confirmed.status} ${JSON.stringify(confirmed.body)}`)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes }
}
