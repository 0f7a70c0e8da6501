/**
 * Lines of the history that change nothing: who logged in or out, which account or session failed attempts have locked, who was sent
 * a file. They are of a user.
 */
export const auditVerbs = [
  'user.log-in',
  'user.log-out',
  'user.end-session',
  'user.lock-login',
  'user.lock-proof',
  'user.download',
] as const

export type AuditVerb = (typeof auditVerbs)[number]

export const isAuditVerb = (verb: string): verb is AuditVerb => auditVerbs.some((one) => one === verb)

/** How somebody has logged in: `code` of an app, or for recovery, after a password. */
export const loginWays = ['password', 'code', 'passkey', 'provider'] as const

export type LoginWay = (typeof loginWays)[number]

/** Kinds of lines, which the history is filtered by. */
export const lineKinds = ['change', 'login', 'download'] as const

export type LineKind = (typeof lineKinds)[number]

/** The verbs of a kind; all others are changes. */
export const verbsOfKind = {
  login: ['user.log-in', 'user.log-out', 'user.end-session', 'user.lock-login', 'user.lock-proof'],
  download: ['user.download'],
} as const satisfies Record<Exclude<LineKind, 'change'>, readonly AuditVerb[]>
