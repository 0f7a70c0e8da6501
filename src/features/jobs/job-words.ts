import type { Verb } from '../../../domain/access/permissions.ts'

/** Work is called what the command that asks for it is called, but for the verbs that several commands share. */
const others: Partial<Record<Verb, string>> = {
  'change.undo': 'console.undo',
  'expedition.mark': 'expedition.status',
  'request.mark': 'request.status',
  'shipping.delete': 'shipping.cancel',
  'shipping.unassign': 'shipping.assign',
}

/** The key of what a job does, in words. */
export const jobLabelKey = (kind: Verb): string => `commands:${others[kind] ?? kind}.label`
