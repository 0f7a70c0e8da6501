import { paths } from '../../../domain/access/paths.ts'
import { offerRequestFields } from '../../../domain/affiliates/store.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { checkPlainField } from '../../../domain/lib/field.ts'
import { readCount } from '../../../domain/lib/typed/read-amount.ts'
import type { ArgumentDefinition, CommandContext } from '../../commands/command.ts'
import type { Arguments, ChangeEnd, CreateRequest } from '../../commands/command-ports.ts'
import { commentArgument } from './comment-command.ts'

/** What is asked of a request for goods. `whyNot`: a further rule of its number of pieces. */
export const requestArguments = (
  whyNot: (context: CommandContext, quantity: number) => Code | null = () => null,
): readonly ArgumentDefinition[] => [
  {
    name: 'quantity',
    kind: 'text',
    maxLength: 20,
    written: /^\d+$/,
    whyNot: (text, context) => {
      const quantity = readPieces(text)
      const checked = checkPlainField(offerRequestFields.quantity, quantity, { country: 'ic' })
      if (!checked.ok) return checked.code
      return context === undefined ? null : whyNot(context, Number(quantity))
    },
  },
  { ...commentArgument, emptyKey: 'palette:noComment' },
]

/** A number, else the text itself, which validation refuses. */
const readPieces = (text = ''): number | string => readCount(text) ?? text

/** Creates the request, toasts a link to it, and moves the list of requests to it. */
export const requestGoods = async (
  { ports, resource }: CommandContext,
  from: { offer: string } | { product: string },
  { quantity, comment = '' }: Arguments,
): Promise<ChangeEnd> => {
  const input = { quantity: readPieces(quantity), comment: comment === '' ? null : comment }
  const request: CreateRequest = { resource: 'requests', input, ...from }
  const end = await ports.create(request)
  const made = madeBy(end)
  if (made !== null) {
    if (resource === 'requests') ports.list?.refreshTo?.([made.id])
    ports.notify({
      tone: 'success',
      titleKey: 'requests:saved',
      values: { number: made.number },
      action: {
        labelKey: 'affiliates:openRequest',
        run: () => ports.navigate(paths.view('requests', made.id)),
      },
    })
  }
  return end
}

export const madeBy = (end: ChangeEnd): { id: string; number: number } | null =>
  end.kind === 'done' ? (end.report?.changed[0] ?? null) : null
