import type { JobEvent, LiveEvent } from '../../../domain/changes/changes.ts'
import { endedJobStatuses } from '../../../domain/jobs/job.ts'

export type StreamMessage = { id: string | null; event: string; data: LiveEvent }

export type EventReader = {
  status: number
  /** All messages so far, without heartbeats and the greeting. */
  messages: StreamMessage[]
  /** Job events so far. */
  jobs: JobEvent[]
  /** Id at which the stream started. */
  from: () => string | null
  /** Resolves after that many messages. */
  until: (count: number) => Promise<StreamMessage[]>
  /** Resolves with all events of a job once one reports its end. */
  untilEnded: (job: string) => Promise<JobEvent[]>
  /** Resolves once the server has ended the stream. */
  ended: Promise<void>
  close: () => void
}

type Options = { token: string; lastId?: string }

/** Opens `GET events` over a real connection and reads it in the background. */
export const readEvents = async (origin: string, { token, lastId }: Options): Promise<EventReader> => {
  const leaving = new AbortController()
  const response = await fetch(`${origin}/api/events`, {
    headers: { authorization: token, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
    signal: leaving.signal,
  })
  const messages: StreamMessage[] = []
  const jobs: JobEvent[] = []
  let from: string | null = null
  let wake = () => {}
  const readAll = async (): Promise<void> => {
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const message = parse(block)
        if (message.event === 'job') jobs.push(JSON.parse(message.data!) as JobEvent)
        else if (message.data !== null)
          messages.push({ ...message, data: JSON.parse(message.data) as LiveEvent })
        else if (message.id !== null) from = message.id
      }
      wake()
    }
  }
  const ended = response.status === 200 ? readAll().catch(() => undefined) : Promise.resolve()
  const untilSeen = async (isSeen: () => boolean): Promise<void> => {
    while (!isSeen()) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`only ${messages.length} events came`)), 60_000)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const until = async (count: number): Promise<StreamMessage[]> => {
    await untilSeen(() => messages.length >= count)
    return messages
  }
  const untilEnded = async (job: string): Promise<JobEvent[]> => {
    const received = () => jobs.filter((event) => event.job === job)
    await untilSeen(() => received().some(({ status }) => endedJobStatuses.includes(status)))
    return received()
  }
  if (response.status !== 200) await response.body?.cancel()
  const close = () => leaving.abort()
  return { status: response.status, messages, jobs, from: () => from, until, untilEnded, ended, close }
}

const parse = (block: string): { id: string | null; event: string; data: string | null } => {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null
  return { id: field('id'), event: field('event') ?? 'message', data: field('data') }
}
