import { scopeOf, type Verb } from '../../../domain/access/permissions.ts'
import type { ChangeVerb } from '../../../domain/changes/change-verbs.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import type { StatusResource } from '../../api/call-options.ts'
import {
  type ArgumentDefinition,
  type Command,
  type CommandContext,
  defineCommand,
  targetOf,
} from '../../commands/command.ts'
import type { Arguments } from '../../commands/command-ports.ts'
import { changeCommand } from './change-command.ts'
import { type RecordRule, whyNotAny, whyNotTarget } from './target-record.ts'

/** A selectable status: its verb, effect (default: the verb), arguments, and fixed body fields. */
export type AskedStatus<Status extends string> = {
  status: Status
  verb: Verb & ChangeVerb
  effect?: (given: Arguments) => ChangeVerb
  args?: readonly ArgumentDefinition[]
  said?: Readonly<Record<string, string>>
  /** What the question says besides the records. */
  noteOf?: (context: CommandContext) => string | undefined
}

/** A row of the status menu. `choice`: distinguishes several rows of one status. */
export type StatusChoice<Status extends string> = AskedStatus<Status> & { choice?: string; labelKey?: string }

/** A status with its own command. */
export type StatusVerb<R extends ResourceName, Status extends string> = AskedStatus<Status> &
  Pick<Command, 'icon' | 'danger'> & {
    /** Default: the verb. Needed if a verb has several commands. */
    id?: string
    target?: 'one' | 'many'
    whyNot: RecordRule<R>
  }

export const statusVerbCommand = <R extends StatusResource, Status extends string>(
  resource: R,
  {
    id: own,
    status,
    verb,
    effect = () => verb,
    args = [],
    said,
    noteOf,
    target = 'many',
    whyNot: rule,
    icon,
    danger,
  }: StatusVerb<R, Status>,
): Command => {
  const id = own ?? verb
  return defineCommand({
    id,
    target,
    resource,
    section: 'record',
    icon,
    danger,
    args,
    whyNot: (context) => whyNotTarget(context, { resource, target, verb, rule }),
    ...changeCommand({
      id,
      resource,
      target,
      kind: 'status',
      effectOf: effect,
      bodyOf: (given, context) => bodyOf({ status, args, said }, given, context),
      noteOf: (_, context) => noteOf?.(context),
    }),
  })
}

/**
 * `s` and a status. Forbidden ones are omitted; those that no target can take (`whyNot`) are shown disabled, so that the digits
 * stay the same.
 */
export const statusCommand = <R extends StatusResource, Status extends string>(
  resource: R,
  statuses: readonly StatusChoice<Status>[],
  whyNot?: (
    ...args: [...Parameters<RecordRule<R>>, Status, StatusChoice<Status>['said']]
  ) => ReturnType<RecordRule<R>>,
): Command => {
  const id = `${resources[resource].noun}.status`
  const find = (name: string | undefined) => statuses.find(({ status, choice = status }) => choice === name)
  // The palette reads the command before a status is chosen.
  const effectOf = (given: Arguments): ChangeVerb => {
    const { verb, effect } = find(given.status) ?? statuses[0]!
    return effect?.(given) ?? verb
  }
  return defineCommand({
    id,
    target: 'many',
    resource,
    section: 'record',
    icon: 'tag',
    keys: ['s'],
    when: `list resource:${resource}`,
    args: [
      {
        name: 'status',
        kind: 'choice',
        choices: (context) => {
          const { actor } = context
          const target = targetOf({ resource, target: 'many' }, context)
          if (actor === null) return []
          return statuses
            .filter(({ verb }) => scopeOf(actor, verb) !== null)
            .map(({ status, choice = status, said, labelKey = `${resource}:status.${status}` }) => ({
              value: choice,
              labelKey,
              also: formerWords[status],
              ...(target && whyNot
                ? {
                    refusal: whyNotAny(target, (record) =>
                      whyNot(actor, record as ResourceRecords[R], status, said),
                    ),
                  }
                : {}),
            }))
        },
      },
      ...statuses.flatMap(({ status, choice = status, args = [] }) =>
        args.map((argument) => ({ ...argument, when: (given: Arguments) => given.status === choice })),
      ),
    ],
    whyNot: ({ actor }) => {
      if (actor === null) return 'UNAUTHORIZED'
      return statuses.some(({ verb }) => scopeOf(actor, verb) !== null) ? null : 'FORBIDDEN'
    },
    ...changeCommand({
      id,
      resource,
      target: 'many',
      kind: 'status',
      effectOf,
      bodyOf: (given, context) => bodyOf(find(given.status) ?? { status: given.status }, given, context),
      noteOf: (given, context) => find(given.status)?.noteOf?.(context),
    }),
  })
}

type Said = Pick<AskedStatus<string>, 'args' | 'said'> & { status: string | undefined }

/** The arguments of the status as body fields, amounts as numbers. */
const bodyOf = (
  { status, args = [], said }: Said,
  given: Arguments,
  context: CommandContext,
): Record<string, unknown> => ({
  status,
  ...said,
  ...Object.fromEntries(
    args.flatMap((argument) => {
      const value = given[argument.name]
      const sent = value === undefined ? undefined : sentValue(argument, value, context)
      return sent === undefined ? [] : [[argument.name, sent]]
    }),
  ),
})

const sentValue = (argument: ArgumentDefinition, value: string, context: CommandContext) => {
  if (argument.kind === 'choice' && argument.sent) return argument.sent(value, context)
  return argument.kind === 'money' ? Number(value) : value
}

/** What statuses were called before, in any language: people still type it. */
const formerWords: Readonly<Record<string, readonly string[]>> = {
  ASSIGNED: ['asignada'],
  DELIVERED: ['вручена', 'entregada'],
  POSTPONED: ['aplazada'],
  REFUSED: ['rechazada'],
  RETURNED: ['devuelta'],
  LOST: ['extraviada'],
  CANCELLED: ['anulada', 'cancelado'],
  NOT_YET: ['pas encore', 'not yet', 'noch nicht', 'non ancora', 'todavía no', 'ещё нет'],
  NO_COMMENT: [
    'sans commentaire',
    'no comment',
    'ohne kommentar',
    'senza commento',
    'sin comentario',
    'без комментария',
  ],
}
