/** `problem`: the server does not start or loses something; `warning`: it runs, and somebody should look; `unknown`: not looked at. */
export type Level = 'ok' | 'warning' | 'problem' | 'unknown'

/** What was looked at and found. `step`: what the operator does about it. Neither repeats a secret. */
export type Finding = { subject: string; level: Level; says: string; step?: string }

export const ok = (subject: string, says: string): Finding => ({ subject, level: 'ok', says })

export const warning = (subject: string, says: string, step: string): Finding => ({
  subject,
  level: 'warning',
  says,
  step,
})

export const problem = (subject: string, says: string, step: string): Finding => ({
  subject,
  level: 'problem',
  says,
  step,
})

export const unknown = (subject: string, says: string): Finding => ({ subject, level: 'unknown', says })
