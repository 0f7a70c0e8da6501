import type { ChangeVerb } from '../../../domain/change-verbs.ts'
import type { ChangeRequest, Question } from '../../commands/command-ports.ts'
import type { Translate } from '../../palette/results/command-item.ts'

/** `number` is the record's where the batch is of exactly one. */
type Batch = { verb: ChangeVerb; count: number; number?: number | null }

/** What a batch did: `Order 14998 cancelled`, `2 orders cancelled`. */
export const doneWords = (t: Translate, { verb, count, number }: Batch): string =>
  count === 1 && number != null
    ? t(`actions:${verb}.doneSingle`, { number })
    : t(`actions:${verb}.done`, { count })

/** What a batch would do, as a title and a button: `Cancel order 14998`, `Cancel 2 orders`. */
export const askWords = (t: Translate, { verb, count, number }: Batch): string =>
  t(...askKey({ verb, count, number }))

const askKey = ({ verb, count, number }: Batch): [key: string, values: Record<string, number>] =>
  count === 1 && number != null
    ? [`actions:${verb}.askSingle`, { number, count }]
    : [`actions:${verb}.ask`, { count }]

/** The confirmation of a change that is queued until the network is back: no dry run can be asked for. */
export const changeQuestion = ({ effect, count, subject }: ChangeRequest): Question => {
  const [key, values] = askKey({ verb: effect, count, number: subject?.number })
  return {
    titleKey: key,
    yesKey: key,
    noKey: 'changes:keep',
    values,
    lines: subject === null ? undefined : [subject.name],
    danger: true,
  }
}
