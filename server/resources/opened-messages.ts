import type { ChangeReport } from '../../domain/changes/changes.ts'
import { defaultCountry } from '../../domain/core/countries.ts'
import { validate } from '../../domain/lib/validate.ts'
import { openedMessageFields } from '../../domain/templates/template.ts'
import { accepted } from '../core/errors.ts'
import { changeReport } from '../crud/change-report.ts'
import { targetSql } from '../crud/choose-records.ts'
import { announceRecords, recordChanges } from '../crud/record-changes.ts'
import type { RecordList } from '../crud/record-list.ts'
import { orders, shippings } from '../db/schema/orders.ts'
import { defineBulk } from '../jobs/define-bulk.ts'
import { describe } from '../openapi/describe.ts'
import { orderList } from '../queries/orders.ts'
import { shippingList } from '../queries/shippings.ts'
import { templateList } from '../queries/templates.ts'
import type { BulkChange } from './acts.ts'
import type { Act } from './record-routes.ts'

const tables = { orders, shippings }
const lists = { orders: orderList, shippings: shippingList }
const nouns = { orders: 'order', shippings: 'shipping' } as const

type Written = keyof typeof tables

/**
 * `PUT {resource}/message`: a message of a template was opened for records. A line of their history, at their present version: nothing of
 * them changes, so that edits and undos that know this version stay possible.
 */
export const messageAct = (resource: Written): Act => {
  const list: RecordList<Written> = lists[resource] as never
  const verb = `${nouns[resource]}.message` as const
  const many = { orders: 'Orders', shippings: 'Shippings' }[resource]
  return {
    path: 'message',
    many: {
      described: describe.bulk(resource, openedMessageFields, {
        id: `openMessageOf${many}`,
        summary: `Say that a message of a template was opened for ${resource}`,
        detail:
          'A line of the history; the message itself is sent by the person, in the program of its channel.',
        bodyTitle: `${many}Message`,
        verbs: [verb],
      }),
      bulk: defineBulk({
        work: `${resource}.message`,
        source: list.source,
        verb,
        read: (rest) => accepted(validate(openedMessageFields, rest, { country: defaultCountry })),
        change: recordMessages(resource),
      }),
    },
  }
}

const recordMessages =
  (resource: Written): BulkChange<{ template: string }> =>
  async (tx, actor, target, { template: id }, { batch, dryRun }): Promise<ChangeReport> => {
    const verb = `${nouns[resource]}.message` as const
    const table = tables[resource]
    const { source } = lists[resource]
    const [template] = await templateList.read(tx, [id])
    const records = await tx
      .select({
        id: table.id,
        number: table.number,
        version: table.version,
        country: table.country,
        owner: table.owner,
      })
      .from(table)
      .where(targetSql(source, actor, verb, target))
      .orderBy(table.id)
    const isFit = ({ country }: { country: string }) => template?.country === country
    const opened = records.filter(isFit)
    const refused = records
      .filter((record) => !isFit(record))
      .map((record) => ({ id: record.id, number: record.number, code: 'TEMPLATE_NOT_FOUND' as const }))
    const found = new Set(records.map((record) => record.id))
    const missing = ('ids' in target ? target.ids : [])
      .filter((one) => !found.has(one))
      .map((one) => ({ id: one, number: 0, code: 'NOT_FOUND' as const }))
    if (!dryRun && template !== undefined && opened.length > 0) {
      const after = { template: template.name, channel: template.channel }
      await recordChanges(
        tx,
        actor,
        batch,
        opened.map((record) => ({
          verb,
          resource,
          recordId: record.id,
          version: record.version,
          before: { template: null, channel: null },
          after,
        })),
      )
      await announceRecords(tx, actor, batch, { resource, verb }, opened)
    }
    const changed = opened.map(({ id: one, number, version }) => ({ id: one, number, version }))
    return changeReport(dryRun ? null : batch.id, changed, [...refused, ...missing])
  }
