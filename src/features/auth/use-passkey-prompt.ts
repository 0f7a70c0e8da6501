import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PasskeyOptions } from '../../../domain/users/passkeys.ts'
import { type Failure, failureAt, toFailure } from '../../../machines/failure.ts'
import type { ReadOptions } from '../../api/call-options.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { deviceStorage } from '../../storage/browser-storage.ts'

const loadBrowser = () => importWithRetry(() => import('./passkey-browser.ts'))

type Question = {
  /** Gets what the browser needs from the server. */
  begin: (options: ReadOptions) => Promise<PasskeyOptions>
  onAnswer: (passkey: unknown) => void | Promise<void>
  /** A new passkey instead of one that exists. */
  isNew?: boolean
}

export type PasskeyPrompt = {
  isAsking: boolean
  failure: Failure | null
  ask: () => void
  clear: () => void
}

/** The browser's question for a passkey, from a button; it ends with its screen. */
export const usePasskeyPrompt = ({ begin, onAnswer, isNew = false }: Question): PasskeyPrompt => {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const request = useRef<AbortController | null>(null)
  useEffect(() => () => request.current?.abort(), [])
  const ask = async () => {
    if (isAsking) return
    const asked = new AbortController()
    request.current = asked
    setAsking(true)
    setFailure(null)
    try {
      const [{ options }, browser] = await Promise.all([begin({ signal: asked.signal }), loadBrowser()])
      if (asked.signal.aborted) return
      asked.signal.addEventListener('abort', browser.stopAsking)
      const passkey = await (isNew ? browser.makePasskey(options) : browser.askForPasskey(options))
      asked.signal.removeEventListener('abort', browser.stopAsking)
      await onAnswer(passkey)
      rememberUse()
    } catch (error) {
      const isReplaced = error instanceof DOMException && error.name === 'AbortError'
      if (!asked.signal.aborted && !isReplaced) setFailure(failureAt('passkey', toFailure(error)))
    } finally {
      if (!asked.signal.aborted) setAsking(false)
    }
  }
  return { isAsking, failure, ask: () => void ask(), clear: () => setFailure(null) }
}

const KEY = 'passkeys'

const rememberUse = (): void => {
  try {
    deviceStorage.setItem(KEY, '1')
  } catch {
    // Storage disabled: the button is there.
  }
}

const wasUsed = (): boolean => {
  try {
    return deviceStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/**
 * Offers passkeys in the field of the address where somebody has used one in this browser before, so that others cost no call. Failures
 * are silent: the button says them.
 */
export const usePasskeyOffer = ({ begin, onAnswer }: Question): void => {
  const start = useEffectEvent(async (signal: AbortSignal) => {
    const browser = await loadBrowser()
    if (signal.aborted || !(await browser.canOfferPasskeys())) return
    const { options } = await begin({ signal })
    if (signal.aborted) return
    signal.addEventListener('abort', browser.stopAsking)
    const passkey = await browser.offerPasskeys(options)
    if (!signal.aborted) await onAnswer(passkey)
  })
  useEffect(() => {
    const shown = new AbortController()
    if (wasUsed()) start(shown.signal).catch(() => undefined)
    return () => shown.abort()
  }, [])
}
