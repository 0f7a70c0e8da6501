import { type CommentedResource, commentVerbOf } from '../../../domain/comments/comment.ts'
import { resources } from '../../../domain/resources.ts'
import { type Command, type CommandContext, defineCommand, isOneInView } from '../../commands/command.ts'
import type { Arguments, ChangeEnd } from '../../commands/command-ports.ts'
import { changeCommand } from './change-command.ts'
import { type RecordRule, targetRecord, whyNotTarget } from './target-record.ts'

export const commentArgument = { name: 'comment', kind: 'text', maxLength: 1000 } as const

/**
 * `c`: edits the comment; an empty text clears it after confirmation. A selection is changed by one bulk call; a single record
 * by an update with its version, so that another user's comment is not overwritten unseen. A text that could not be saved is
 * what `c` on the record starts with.
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
    args: [
      {
        ...commentArgument,
        emptyKey: 'palette:clearComment',
        starts: (context) => startOf(resource, context),
      },
    ],
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
  const isSame = inOneLine(record.comment) === comment
  if (isSame) {
    unsaved.delete(draftKey(context, record))
    notify({ tone: 'success', titleKey: `actions:${effect}.doneSingle`, values })
    return { kind: 'done', report: { batchId: null, counts: noChange, changed: [], refused: [] } }
  }
  unsaved.set(draftKey(context, record), comment)
  const written = inItsLines(comment, record.comment)
  const end = await edit({ resource, record, input: { comment: written === '' ? null : written } })
  if (end.kind === 'done') unsaved.delete(draftKey(context, record))
  list?.refresh()
  const isAdded =
    comment.startsWith((record.comment ?? '').trim()) || comment.startsWith(inOneLine(record.comment))
  const isReplaced = record.comment !== null && comment !== '' && !isAdded
  notify({
    tone: 'success',
    titleKey: isReplaced ? 'changes:commentReplaced' : `actions:${effect}.doneSingle`,
    values,
  })
  return end
}

/** Texts of the open page that could not be saved, by user and record. */
const unsaved = new Map<string, string>()

const draftKey = ({ actor }: CommandContext, { id }: { id: string }): string => `${actor?.id} ${id}`

const linesOf = (comment: string | null): string[] =>
  (comment ?? '').split('\n').flatMap((line) => line.trim() || [])

/** The field has one line. */
const inOneLine = (comment: string | null): string => linesOf(comment).join(' ')

/** What was added to a comment of several lines, which the field shows as one, keeps these lines. */
const inItsLines = (typed: string, before: string | null): string => {
  const shown = inOneLine(before)
  if (linesOf(before).length < 2 || !typed.startsWith(shown)) return typed
  const added = typed.slice(shown.length)
  const kept = (before ?? '').trimEnd()
  return added.startsWith(' ') ? `${kept}\n${added.trim()}`.trimEnd() : `${kept}${added}`
}

const startOf = (resource: CommentedResource, context: CommandContext): string => {
  const record = targetRecord(resource, 'many', context)
  return record === null ? '' : (unsaved.get(draftKey(context, record)) ?? inOneLine(record.comment))
}

const noChange = { changed: 0, refused: 0, refusedBy: {} } as const
