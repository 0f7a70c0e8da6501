import type { Writable } from 'node:stream'

/** Milliseconds in which a reader may take the last of it. */
const patience = 5_000

export type ThrottledWriter = {
  write: (text: string) => void
  /** What still waits goes first. */
  end: () => void
}

/** Nobody sees a tenth of a second; a stream in a busy company hears of thirty changes in it. */
const pace = 100

/** A reader this far behind is let go: it resumes from where it was. */
const mostBuffered = 1_000_000

/**
 * Writes at once what comes after a pause, and what comes soon after that together: each write of its own is a packet
 * for the network and a wake-up for the reader, times all the streams that are open.
 */
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
      // Who does not read is not waited for.
      setTimeout(() => stream.destroy(), patience).unref()
    },
  }
}
