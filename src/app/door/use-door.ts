import { useEffect, useRef, useState } from 'react'
import type { Credentials, SessionRecord } from '../../../domain/users/user.ts'
import { type Failure, toFailure } from '../../../machines/failure.ts'
import type { Wait } from '../../features/auth/auth-form.tsx'

type Calls = {
  login: (credentials: Credentials, options: { signal: AbortSignal }) => Promise<SessionRecord>
  /** A login that failed leaves nothing selected, as the session machine has it. */
  forget: () => void
  /** Goes on into the console; rejects where its code does not come. */
  enter: (session: SessionRecord) => Promise<void>
}

/** A wait longer than this says so and can be given up; the session machine has the same. */
const patience = 10_000

/** Signing in before the session machine is there: how it stands, how to begin and to give up. */
export const useDoor = ({ login, forget, enter }: Calls) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [wait, setWait] = useState<Wait>('none')
  const request = useRef<AbortController | null>(null)
  useEffect(() => () => request.current?.abort(), [])

  const onSend = async (credentials: Credentials) => {
    if (request.current !== null) return
    const own = new AbortController()
    request.current = own
    setFailure(null)
    setWait('brief')
    const timer = setTimeout(() => setWait('long'), patience)
    try {
      await enter(await login(credentials, { signal: own.signal }))
    } catch (error) {
      if (own.signal.aborted) return
      forget()
      setFailure(toFailure(error))
      setWait('none')
      request.current = null
    } finally {
      clearTimeout(timer)
    }
  }
  const onCancel = () => {
    request.current?.abort()
    request.current = null
    setWait('none')
  }
  return { failure, wait, onSend: (credentials: Credentials) => void onSend(credentials), onCancel }
}
