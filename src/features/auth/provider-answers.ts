import { provingState } from '../../../domain/users/proving-state.ts'

/** Answers of identity providers, from the window that signs in again to the tab that asked for it. */
type Message = { answer: string } | { taken: string }

/**
 * Hands the answer that this window came back with to its tab, which may be asleep. `onTaken`: once a tab has it. Returns what ends the
 * offer.
 */
export const handAnswer = (answer: string, onTaken: () => void): (() => void) => {
  const channel = openChannel()
  const offer = () => channel.postMessage({ answer } satisfies Message)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('taken' in data && data.taken === answer) onTaken()
  }
  document.addEventListener('visibilitychange', offer)
  offer()
  return () => {
    document.removeEventListener('visibilitychange', offer)
    channel.close()
  }
}

/** Waits for the answer with this `state`; rejects when `signal` aborts. */
export const takeAnswer = (state: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const channel = openChannel()
    const stop = () => {
      channel.close()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (!('answer' in data) || stateOf(data.answer) !== state) return
      channel.postMessage({ taken: data.answer } satisfies Message)
      signal.removeEventListener('abort', stop)
      channel.close()
      resolve(data.answer)
    }
  })

/** Whether a provider's answer says who is at the keyboard of another tab. */
export const isProvingAnswer = (query: string): boolean => stateOf(query)?.startsWith(provingState) === true

export const stateOf = (query: string): string | null => new URLSearchParams(query).get('state')

const openChannel = () => new BroadcastChannel('waybill-sign-on')
