import type { FastifyRequest } from 'fastify'
import { passwordFingerprint } from '../auth/password.ts'
import type { WriteOptions } from './write.ts'

/** How a call that sends a password is written: keeps it out of what is stored under an idempotency key. */
export const passwordWrite = async (
  request: FastifyRequest,
  password: string,
  rest: object = {},
): Promise<WriteOptions> => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return {}
  const salt = `${request.actor.id} ${key}`
  return { fingerprint: JSON.stringify([rest, await passwordFingerprint(password, salt)]) }
}
