import { isVerb, type Verb, verbs } from './access/permissions.ts'

/** What people do to their own account, which nobody grants and nobody takes back. */
export const accountVerbs = [
  'user.register',
  'user.verify-email',
  'user.reset-password',
  'user.change-password',
  'user.update-profile',
] as const

/** Every verb that a line of the history can have. */
export const journalVerbs: readonly JournalVerb[] = [...verbs, ...accountVerbs]
export type JournalVerb = Verb | (typeof accountVerbs)[number]

/** The history keeps no password, and without it nothing to go back to. */
const irreversible: readonly Verb[] = ['user.set-password']

/** Whether a change with this verb may be taken back at all. */
export const isReversible = (verb: string): verb is Verb => isVerb(verb) && !irreversible.includes(verb)
