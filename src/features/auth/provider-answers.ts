import { provingState } from '../../../domain/users/single-sign-on.ts'

/** Answers of identity providers, from the window that signs in again to the tab that asked for it. */
type Message = { answer: string } | { taken: string }

/** Hands the answer that this window came back with to its tab. `onEnd`: false after `patience` milliseconds without one. */
export const handAnswer = (
  answer: string,
  patience: number,
  onEnd: (isTaken: boolean) => void,
): (() => void) => {
  const channel = openChannel()
  const end = (isTaken: boolean) => {
    stop()
    onEnd(isTaken)
  }
  const timer = setTimeout(() => end(false), patience)
  const stop = () => {
    clearTimeout(timer)
    channel.close()
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('taken' in data && data.taken === answer) end(true)
  }
  channel.postMessage({ answer } satisfies Message)
  return stop
}

/** Waits for the answer with this `state`; rejects when `signal` aborts. */
export const takeAnswer = (state: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
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
