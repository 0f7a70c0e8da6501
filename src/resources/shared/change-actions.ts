import { type Verb, verbs } from '../../../domain/access/permissions.ts'
import { isVerbOf } from '../../../domain/changes/change-verbs.ts'
import { type ResourceName, resourceNames } from '../../../domain/resources.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'

/** Actions in the history of any resource, with icons; texts: `history:verb.<action>`. */
export const changeActions = {
  create: 'plus',
  update: 'pencil',
  comment: 'comment',
  delete: 'trash',
  import: 'upload',
  confirm: 'circle-check',
  unconfirm: 'rotate-ccw',
  mark: 'tag',
  cancel: 'circle-x',
  reopen: 'rotate-ccw',
  merge: 'layers',
  message: 'comment',
  'not-reachable': 'phone-missed',
  assign: 'user-check',
  unassign: 'user-x',
  dispatch: 'truck',
  deliver: 'package-check',
  postpone: 'calendar-clock',
  refuse: 'package-x',
  return: 'rotate-ccw',
  lose: 'help',
  'apply-sheet': 'spreadsheet',
  pay: 'banknote',
  unpay: 'undo',
  generate: 'invoices',
  'set-issuer': 'pencil',
  'set-earnings': 'pencil',
  take: 'package-plus',
  request: 'requests',
  activate: 'shield-check',
  deactivate: 'user-x',
  'let-call': 'phone-call',
  'stop-calls': 'phone-missed',
  'set-password': 'lock',
  'reset-second-factor': 'shield-check',
  'add-passkey': 'shield-check',
  'rename-passkey': 'pencil',
  'remove-passkey': 'trash',
  'refuse-passkey': 'ban',
  'link-identity': 'link',
  'unlink-identity': 'trash',
  'log-in': 'user-round',
  'log-out': 'log-out',
  'end-session': 'log-out',
  'lock-login': 'lock',
  'lock-proof': 'lock',
  download: 'download',
  revoke: 'ban',
  export: 'download',
  erase: 'user-x',
  'erase-customer': 'user-x',
  'set-retention': 'pencil',
} as const satisfies Record<string, IconName>

export type ChangeAction = keyof typeof changeActions

export const isChangeAction = (value: string | null): value is ChangeAction =>
  value !== null && Object.hasOwn(changeActions, value)

/** `order.confirm` -> `confirm`; `update` for verbs without a text. */
export const actionOf = (verb: string): ChangeAction => {
  const action = verb.slice(verb.indexOf('.') + 1)
  return isChangeAction(action) ? action : 'update'
}

/** The verbs of an action in all resources. */
export const verbsOf = (action: ChangeAction): Verb[] =>
  verbs.filter((verb) => verb.endsWith(`.${action}`) && resourceNames.some((name) => isVerbOf(verb, name)))

/** The actions that a resource's records can have. */
export const actionsFor = (resource: ResourceName | null): ChangeAction[] =>
  (Object.keys(changeActions) as ChangeAction[]).filter((action) =>
    verbsOf(action).some((verb) => resource === null || isVerbOf(verb, resource)),
  )
