import { isErasedPhone } from '../../../domain/customers/erased.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { messageLink, writeMessage } from '../../../domain/templates/message-text.ts'
import type { Template } from '../../../domain/templates/template.ts'
import {
  type ArgumentChoice,
  type Command,
  type CommandContext,
  defineCommand,
} from '../../commands/command.ts'
import type { ChangeEnd } from '../../commands/command-ports.ts'
import { changeCommand } from './change-command.ts'
import { targetRecord, whyNotTarget } from './target-record.ts'

type WrittenTo = 'orders' | 'shippings'

const nouns = { orders: 'order', shippings: 'shipping' } as const

const MAX_TEMPLATES = 200

/** `l` (letter): opens a message of a template to the customer in another program, and says so in the history. */
export const messageCommand = (resource: WrittenTo): Command => {
  const id = `${nouns[resource]}.message` as const
  const change = changeCommand({
    id,
    resource,
    target: 'one',
    kind: 'message',
    effectOf: () => id,
    bodyOf: ({ template = '' }) => ({ template }),
  })
  return defineCommand({
    id,
    target: 'one',
    resource,
    section: 'record',
    icon: 'comment',
    keys: [
      { keys: 'l', when: `list resource:${resource}` },
      ...(resource === 'orders' ? [{ keys: 'l', when: 'page:triage turn:order !list' }] : []),
    ],
    args: [
      {
        name: 'template',
        kind: 'choice',
        isApart: true,
        choices: (context, signal) => templatesFor(resource, context, signal),
        noneKey: 'templates:none',
      },
    ],
    unrecorded: 'reported',
    whyNot: (context) =>
      whyNotTarget(context, {
        resource,
        target: 'one',
        verb: id,
        rule: (_, { customerPhone }) => (isErasedPhone(customerPhone) ? 'ERASED' : null),
      }),
    run: async (context, args): Promise<ChangeEnd> => {
      const template = offered.get(args.template ?? '')
      const record = targetRecord(resource, 'one', context)
      if (template === undefined || record === null) return { kind: 'failed', code: 'TEMPLATE_NOT_FOUND' }
      const message = writeMessage(template, record)
      if ('missing' in message) {
        const { notify, say } = context.ports
        const variable = say(`templates:variables.${message.missing}`)
        notify({ tone: 'warning', titleKey: 'templates:missing', values: { name: template.name, variable } })
        return { kind: 'failed', code: 'VARIABLE_MISSING' }
      }
      openLink(messageLink({ ...template, phone: record.customerPhone, text: message.text }))
      // It is open: nothing is left to confirm.
      return change.run({ ...context, shown: { report: null } }, args) as Promise<ChangeEnd>
    },
  })
}

/** Those that were offered last, so that the message opens within the key press, as browsers demand; also without a network. */
const offered = new Map<string, Template>()

const templatesFor = async (
  resource: WrittenTo,
  context: CommandContext,
  signal: AbortSignal,
): Promise<ArgumentChoice[]> => {
  const record = targetRecord(resource, 'one', context)
  if (record === null) return []
  const { api, say } = context.ports
  const { country } = record
  const page = { where: { country }, limit: MAX_TEMPLATES, sort: 'name' }
  const items = await api.list('templates', page, { signal }).then(
    (answer) => answer.items,
    (error: unknown) => {
      const known = [...offered.values()].filter((template) => template.country === country)
      if (signal.aborted || known.length === 0) throw error
      return known
    },
  )
  for (const template of items) offered.set(template.id, template)
  const written = items.map((template) => ({ template, message: writeMessage(template, record) }))
  return written
    .toSorted((a, b) => reluctance(a) - reluctance(b))
    .map(({ template, message }) => {
      const channel = say(`templates:channel.${template.channel}`)
      const isMissing = 'missing' in message
      return {
        value: template.id,
        text: template.name,
        detail: isMissing
          ? say('templates:lacks', { variable: say(`templates:variables.${message.missing}`) })
          : `${channel} · ${message.text.replace(/\s+/g, ' ')}`,
        whole: isMissing ? undefined : message.text,
        also: [channel, formatPhone(record.customerPhone)],
        refusal: isMissing ? 'VARIABLE_MISSING' : null,
      }
    })
}

type Written = { template: Template; message: ReturnType<typeof writeMessage> }

/** What cannot be sent comes last, before it mails: of customers the telephone is known, and no address. */
const reluctance = ({ template, message }: Written): number =>
  'missing' in message ? 2 : template.channel === 'email' ? 1 : 0

const openLink = (link: string): void => {
  if (link.startsWith('https:')) window.open(link, '_blank', 'noopener,noreferrer')
  else location.assign(link)
}
