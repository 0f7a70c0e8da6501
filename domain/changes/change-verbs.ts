import type { Verb } from '../access/permissions.ts'

/**
 * The changes that commands ask for, one by one or in bulk, and which are confirmed in a dialog before they are made: always,
 * or where they are of several records.
 */
export const changeVerbs = {
  'order.confirm': 'at-once',
  'order.not-reachable': 'at-once',
  'order.cancel': 'confirmed',
  'order.reopen': 'at-once',
  'order.comment': 'at-once',
  'order.clear-comment': 'confirmed',
  'order.delete': 'confirmed',
  'product.delete': 'confirmed',
  'shipping.assign': 'at-once',
  'shipping.unassign': 'at-once',
  'shipping.dispatch': 'at-once',
  'shipping.deliver': 'at-once',
  'shipping.not-reachable': 'at-once',
  'shipping.postpone': 'at-once',
  'shipping.refuse': 'confirmed',
  'shipping.return': 'confirmed',
  // A return by its permission.
  'shipping.return-damaged': 'confirmed',
  'shipping.lose': 'confirmed',
  'shipping.cancel': 'confirmed',
  // Takes the collected cash back.
  'shipping.reopen': 'confirmed',
  // Of several statuses at once; confirmed by its own dry run.
  'shipping.apply-sheet': 'at-once',
  'shipping.comment': 'at-once',
  'shipping.clear-comment': 'confirmed',
  'shipping.delete': 'confirmed',
  'expedition.confirm': 'at-once',
  'expedition.unconfirm': 'at-once',
  'expedition.mark': 'at-once',
  'expedition.comment': 'at-once',
  'expedition.clear-comment': 'confirmed',
  'expedition.delete': 'confirmed',
  'request.confirm': 'at-once',
  'request.unconfirm': 'at-once',
  'request.mark': 'at-once',
  'request.comment': 'at-once',
  'request.clear-comment': 'confirmed',
  'request.delete': 'confirmed',
  'affiliate.delete': 'confirmed',
  'invoice.pay': 'at-once',
  'invoice.unpay': 'confirmed',
  'user.activate': 'at-once',
  // `user.activate` is the permission for both directions.
  'user.deactivate': 'confirmed-in-bulk',
  'user.delete': 'confirmed',
  'package.delete': 'confirmed',
} as const satisfies Partial<
  Record<
    Verb | 'user.deactivate' | 'shipping.return-damaged' | ClearComment,
    'at-once' | 'confirmed' | 'confirmed-in-bulk'
  >
>

export type ChangeVerb = keyof typeof changeVerbs

export const isChangeVerb = (verb: string): verb is ChangeVerb => Object.hasOwn(changeVerbs, verb)

/** Destructive, ends a lifecycle or takes money back: no dry run seen on the way replaces the confirmation. */
export const isConfirmed = (verb: ChangeVerb, count: number): boolean =>
  changeVerbs[verb] === 'confirmed' || (changeVerbs[verb] === 'confirmed-in-bulk' && count > 1)

/** An empty comment in place of what was written; its permission is that of commenting. */
type ClearComment = `${'order' | 'shipping' | 'expedition' | 'request'}.clear-comment`
