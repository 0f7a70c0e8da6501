import { paths } from '../../../domain/access/paths.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { type InvoicesDue, type IssuerInput, issuerFields } from '../../../domain/invoices/invoice.ts'
import { whyNotEditInvoice, whyNotMoveInvoice } from '../../../domain/invoices/policy.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import { type CommandContext, defineCommand, targetOf } from '../../commands/command.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'
import { defineActions } from '../shared/define-actions.ts'
import { mayVerb } from '../shared/may-verb.ts'
import { editCommand } from '../shared/record-commands.ts'
import { statusCommand, statusVerbCommand } from '../shared/status-commands.ts'
import { whyNotTarget } from '../shared/target-record.ts'

const paid = { status: 'PAID', verb: 'invoice.pay' } as const
const unpaid = { status: 'UN_PAID', verb: 'invoice.unpay' } as const

const inList = 'list resource:invoices'
/** On an invoice's page. */
const onPage = 'page:invoice !list'

/** Expected result of a billing: `3 new invoices, 2 extended, for 41 parcels. Net payable: 115 250 F CFA`. */
const dueWords = (due: InvoicesDue, country: CountryCode, say: CommandPorts['say']): string => {
  const { opened, extended, paid, parcels, totalWithFees } = due
  const format = { formatParams: { amount: { currency: countries[country].currency } } }
  const sentences = [
    ...(parcels === 0
      ? []
      : [
          say('invoices:due.sums', {
            invoices: listed([
              opened > 0 && say('invoices:due.opened', { count: opened }),
              extended > 0 && say('invoices:due.extended', { count: extended }),
            ]),
            parcels: say('invoices:due.parcels', { count: parcels }),
            amount: totalWithFees,
            ...format,
          }),
        ]),
    ...(paid === 0 ? [] : [say('invoices:due.paid', { count: paid })]),
  ]
  return sentences.join(' ')
}

/** Maximum number of skipped sellers listed. */
const MAX_NAMED = 5

/** `not billed: Awa Koné, Zoé Traoré`. */
const leftOutWords = ({ accounts = [] }: ChangeReport, say: CommandPorts['say']): string | false => {
  if (accounts.length === 0) return false
  const names = accounts.slice(0, MAX_NAMED).map(({ ownerName }) => ownerName)
  if (accounts.length > MAX_NAMED) names.push('…')
  return say('invoices:generated.leftOut', { names: names.join(', ') })
}

/** Result of a billing: `3 invoices made, 2 extended`. Extended ones have a version above 1. */
const generatedWords = (report: ChangeReport, say: CommandPorts['say']): string => {
  const { counts, changed } = report
  if (counts.changed > changed.length) return say('invoices:generated.either', { count: counts.changed })
  const opened = changed.filter(({ version }) => version === 1).length
  const extended = changed.length - opened
  const paid = counts.refusedBy.INVOICE_IS_PAID ?? 0
  return listed([
    (opened > 0 || changed.length === 0) && say('invoices:generated.opened', { count: opened }),
    extended > 0 && say('invoices:generated.extended', { count: extended }),
    paid > 0 && say('invoices:generated.paid', { count: paid }),
    leftOutWords(report, say),
  ])
}

/** Most invoices that the form of a payout is opened with. */
const MAX_PAID_AT_ONCE = 100

/** Opens the form of a payout with what remains of the chosen invoices; those of one seller. */
const payOutOf = async (context: CommandContext): Promise<void> => {
  const held = targetOf({ target: 'many', resource: 'invoices' }, context)
  if (held === null) return
  const { ports } = context
  const { target } = held
  const chosen: Where = 'ids' in target ? { ids: target.ids.join() } : target.where
  const left = 'ids' in target ? [] : (target.except ?? [])
  const where = { ...chosen, status: 'UN_PAID' }
  const listed = await ports.api.list('invoices', { where, limit: MAX_PAID_AT_ONCE })
  const items = listed.items.filter(({ id }) => !left.includes(id))
  const sellers = new Set(items.map(({ owner }) => owner))
  const [seller] = sellers
  if (seller === undefined || sellers.size > 1) {
    ports.notify({
      tone: 'warning',
      titleKey: seller === undefined ? 'invoices:payOut.none' : 'invoices:payOut.sellers',
    })
    return
  }
  ports.navigate(paths.payOut({ seller, invoices: items.map(({ id }) => id).join(',') }))
}

const listed = (parts: readonly (string | false)[]): string => {
  const words = parts.filter((part) => part !== false).join(', ')
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

export const invoiceActions = defineActions('invoices', {
  icon: 'invoices',
  group: 'trade',
  at: 70,
  letter: 'i',
  own: [
    {
      ...editCommand('invoices', whyNotEditInvoice),
      keys: [
        { keys: 'e', when: inList },
        { keys: 'e', when: onPage },
      ],
    },
    defineCommand({
      id: 'invoice.pay-out',
      target: 'many',
      resource: 'invoices',
      section: 'record',
      icon: 'banknote',
      keys: [
        { keys: 'Shift+p', when: inList },
        { keys: 'Shift+p', when: onPage },
      ],
      unrecorded: 'reported',
      whyNot: (context) =>
        whyNotTarget(context, {
          resource: 'invoices',
          target: 'many',
          verb: 'payout.create',
          rule: (actor, invoice) =>
            whyNot(actor, 'payout.create', invoice) ?? (invoice.status === 'PAID' ? 'ALREADY_PAID' : null),
        }),
      run: payOutOf,
    }),
    statusVerbCommand('invoices', {
      ...paid,
      icon: 'banknote',
      whyNot: (actor, invoice) => whyNotMoveInvoice(actor, invoice, 'PAID'),
    }),
    statusVerbCommand('invoices', {
      ...unpaid,
      icon: 'rotate-ccw',
      whyNot: (actor, invoice) => whyNotMoveInvoice(actor, invoice, 'UN_PAID'),
    }),
    {
      ...statusCommand('invoices', [paid, unpaid], whyNotMoveInvoice),
      keys: [
        { keys: 's', when: inList },
        { keys: 's', when: onPage },
      ],
    },
    defineCommand({
      id: 'invoice.issuer',
      unrecorded: 'reported',
      target: 'none',
      section: 'settings',
      icon: 'pencil',
      whyNot: (context) => mayVerb(context, 'invoice.set-issuer'),
      run: async ({ country, ports }) => {
        const present = await ports.api.invoices.issuer(country)
        const idempotencyKeys = new Map<string, string>()
        ports.fillIn({
          titleKey: 'invoices:issuer.title',
          values: { country: ports.say(`countries:${country}`) },
          resource: 'invoices',
          fields: issuerFields,
          initial: present,
          country,
          save: async (values) => {
            const said = JSON.stringify(values)
            const idempotencyKey = idempotencyKeys.get(said) ?? newIdempotencyKey()
            idempotencyKeys.set(said, idempotencyKey)
            let batch: string | null = null
            await ports.api.invoices.setIssuer({ ...values, country } as IssuerInput, {
              idempotencyKey,
              onBatch: (id) => {
                batch = id
              },
            })
            ports.notify({
              tone: 'success',
              titleKey: 'invoices:issuer.saved',
              action: batch === null ? undefined : ports.offerUndo(batch),
            })
            ports.list?.refresh()
          },
        })
      },
    }),
    defineCommand({
      id: 'invoice.generate',
      unrecorded: 'reported',
      target: 'none',
      section: 'create',
      icon: 'invoices',
      keys: [{ keys: 'n', when: inList }],
      whyNot: (context) => mayVerb(context, 'invoice.generate'),
      run: async ({ country, ports, resource }) => {
        const due = await ports.api.invoices.due(country)
        if (due.parcels === 0 && due.paid === 0) {
          ports.notify({ tone: 'info', titleKey: 'invoices:due.none' })
          return
        }
        const isMeant = await ports.confirm({
          titleKey: 'commands:invoice.generate.label',
          detailKey: 'invoices:due.detail',
          values: { what: dueWords(due, country, ports.say) },
          yesKey: 'commands:invoice.generate.label',
        })
        if (!isMeant) return
        const report = await ports.api.invoices.generate(country)
        const ids = report.changed.map(({ id }) => id)
        if (ids.length === 0 || resource !== 'invoices') ports.list?.refresh()
        else ports.list?.refreshTo?.(ids)
        ports.notify({
          tone: report.counts.refused > 0 ? 'warning' : 'success',
          titleKey: 'invoices:title',
          title: generatedWords(report, ports.say),
          action: report.batchId === null ? undefined : ports.offerUndo(report.batchId),
        })
      },
    }),
  ],
})
