const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Delay before each attempt after the failure of the one before it, as in Standard Webhooks 1.0. */
export const retryDelaysMs: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** A delay is longer by up to this share, never shorter. */
const JITTER = 0.2

/** A receiver cannot put off the next attempt for longer. */
export const MAX_RETRY_AFTER_MS = DAY_MS

/** A webhook whose deliveries have all failed for this long is switched off. */
export const MAX_FAILING_MS = 5 * DAY_MS

/** What a receiver answered; `status` is null if there was no answer. */
export type ReceiverAnswer = { status: number | null; retryAfter: string | null }

/** `gone`: the receiver wants no more. `given-up`: it was the last attempt. `at`: instant in ms. */
export type DeliveryOutcome = { kind: 'delivered' | 'gone' | 'given-up' } | { kind: 'retry'; at: number }

/**
 * What follows from the answer to an attempt. `attempt` counts from 1; `random` gives numbers from 0 to below 1. Only 2xx is
 * success: a redirect is a failure.
 */
export const deliveryOutcome = (
  answer: ReceiverAnswer,
  attempt: number,
  now: number,
  random: () => number,
): DeliveryOutcome => {
  const { status, retryAfter } = answer
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const delay = retryDelaysMs[attempt]
  if (delay === undefined) return { kind: 'given-up' }
  const planned = now + Math.round(delay * (1 + JITTER * random()))
  return { kind: 'retry', at: Math.max(planned, readRetryAfter(retryAfter, now) ?? 0) }
}

const seconds = /^\d{1,9}$/
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** The instant in ms that a `Retry-After` asks for, in seconds or as a date, at most a day from now; null if it is neither. */
export const readRetryAfter = (text: string | null, now: number): number | null => {
  const value = text?.trim() ?? ''
  const at = seconds.test(value)
    ? now + Number(value) * SECOND_MS
    : httpDate.test(value)
      ? Date.parse(value)
      : Number.NaN
  return Number.isNaN(at) ? null : Math.min(at, now + MAX_RETRY_AFTER_MS)
}

/** Whether a webhook is switched off. `failingSince`: its first failure since its last success, null if there is none. */
export const hasFailedTooLong = (failingSince: number | null, now: number): boolean =>
  failingSince !== null && now - failingSince >= MAX_FAILING_MS
