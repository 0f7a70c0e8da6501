import type { Writable } from 'node:stream'

/** Milliseconds for a reader to receive the rest. */
const patience = 5_000

export type ThrottledWriter = {
  write: (text: string) => void
  /** Flushes first. */
  end: () => void
}

/** Milliseconds: imperceptible, and merges many events. */
const pace = 100

/** Bytes buffered for a slow reader before it is disconnected; it resumes later. */
const mostBuffered = 1_000_000

/** Writes the first chunk after a pause at once, and later ones together: fewer packets and wake-ups for all streams. */
export const throttledWriter = (stream: Writable): ThrottledWriter => {
  let waiting = ''
  let timer: NodeJS.Timeout | null = null
  const isOpen = (): boolean => !stream.destroyed && !stream.writableEnded
  const send = (): void => {
    stream.write(waiting)
    waiting = ''
    if (stream.writableLength > mostBuffered) stream.destroy()
    else timer = setTimeout(resume, pace).unref()
  }
  const resume = (): void => {
    timer = null
    if (waiting !== '' && isOpen()) send()
  }
  return {
    write: (text) => {
      if (text === '' || !isOpen()) return
      waiting += text
      if (timer === null) send()
    },
    end: () => {
      if (timer !== null) clearTimeout(timer)
      if (waiting !== '') stream.write(waiting)
      stream.end()
      // A reader that does not read is disconnected.
      setTimeout(() => stream.destroy(), patience).unref()
    },
  }
}
