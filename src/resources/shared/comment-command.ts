import { type CommentedResource, commentVerbOf } from '../../../domain/comments/comment.ts'
import { resources } from '../../../domain/resources.ts'
import { type Command, type CommandContext, defineCommand, isOneInView } from '../../commands/command.ts'
import type { Arguments, ChangeEnd } from '../../commands/command-ports.ts'
import { changeCommand } from './change-command.ts'
import { type RecordRule, targetRecord, whyNotTarget } from './target-record.ts'

export const commentArgument = { name: 'comment', kind: 'text', maxLength: 1000 } as const

/**
 * `c`: replaces the comment; an empty text clears it after confirmation. A selection is changed by one bulk call; a single
 * record by an update with its version, so that another user's comment is not overwritten unseen.
 */
export const commentCommand = <R extends CommentedResource>(resource: R, rule?: RecordRule<R>): Command => {
  const { noun } = resources[resource]
  const id = commentVerbOf(resource)
  const target = 'many'
  const inBulk = changeCommand({
    id,
    resource,
    target,
    kind: 'comment',
    effectOf: ({ comment }) => (comment === '' ? `${noun}.clear-comment` : id),
    bodyOf: ({ comment = '' }) => ({ comment: comment === '' ? null : comment }),
  })
  return defineCommand({
    id,
    target,
    resource,
    section: 'record',
    icon: 'comment',
    keys: ['c'],
    when: `list resource:${resource}`,
    args: [{ ...commentArgument, emptyKey: 'palette:clearComment' }],
    whyNot: (context) => whyNotTarget(context, { resource, target, verb: id, rule }),
    ...inBulk,
    run: (context, args) =>
      isOneInView({ resource, target }, context)
        ? editOne(context, resource, args)
        : inBulk.run(context, args),
  })
}

const editOne = async (
  context: CommandContext,
  resource: CommentedResource,
  { comment = '' }: Arguments,
): Promise<ChangeEnd> => {
  const { noun } = resources[resource]
  const record = targetRecord(resource, 'many', context)!
  const { confirm, edit, list, notify } = context.ports
  const values = { number: record.number, count: 1 }
  const effect = comment === '' ? `${noun}.clear-comment` : `${noun}.comment`
  if (comment === '' && record.comment) {
    const titleKey = `actions:${effect}.askSingle`
    const isMeant = await confirm({ titleKey, yesKey: titleKey, noKey: 'changes:keep', values, danger: true })
    if (!isMeant) return { kind: 'cancelled' }
  }
  const isSame = (record.comment ?? '') === comment
  const end: ChangeEnd = isSame
    ? { kind: 'done', report: { batchId: null, counts: noChange, changed: [], refused: [] } }
    : await edit({ resource, record, input: { comment: comment === '' ? null : comment } })
  if (!isSame) list?.refresh()
  notify({ tone: 'success', titleKey: `actions:${effect}.doneSingle`, values })
  return end
}

const noChange = { changed: 0, refused: 0, refusedBy: {} } as const
