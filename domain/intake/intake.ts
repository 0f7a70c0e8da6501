import { codes } from '../core/codes.ts'
import { defineResource, type RecordIn } from '../lib/define-resource.ts'
import { dryRunField, type Fields, type Values } from '../lib/field.ts'
import { fixedCountryColumn } from '../lib/goods.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { differenceShapes } from './decision.ts'
import { intakeNoteShapes } from './intake-notes.ts'
import { unmappedItemShapes } from './product-mapping.ts'
import { shopEvents } from './shop-order.ts'
import { verdicts } from './verdicts.ts'

/**
 * Events of sources, as they came. `externalId`: the shop's id of the order, `name` how the shop calls it, the source's name until it was read; `event`: what
 * happened there; `verdict` and `workedAt`: null until it was worked on; `reason`: code of the verdict, or why a part of it waits; `isOpen`:
 * whether it waits for somebody;
 * `orders`: those that it made or changed; `unmapped`: lines that wait for their product.
 */
export const intake = defineResource('intake', {
  called: { one: 'IntakeEvent', phrase: 'an event of a source' },
  columns: {
    country: { filter: fixedCountryColumn.filter },
    owner: { filter: { kind: 'reference' } },
    source: { shape: { kind: 'id' }, filter: { kind: 'reference' } },
    sourceName: { shape: { kind: 'text' } },
    name: { shape: { kind: 'text' } },
    externalId: { shape: { kind: 'text', nullable: true }, filter: { kind: 'text' } },
    event: { shape: { kind: 'choice', values: shopEvents, nullable: true } },
    verdict: {
      shape: { kind: 'choice', values: verdicts, nullable: true },
      filter: { kind: 'choice', values: verdicts },
    },
    reason: { shape: { kind: 'choice', values: codes, nullable: true } },
    isOpen: { shape: { kind: 'flag' }, filter: { kind: 'flag' }, sort: true },
    customerName: { shape: { kind: 'text', nullable: true } },
    customerPhone: { shape: { kind: 'phone', nullable: true } },
    unmapped: { shape: { kind: 'list', of: unmappedItemShapes } },
    orders: { shape: { kind: 'list', of: { id: { kind: 'id' }, number: { kind: 'integer' } } } },
    receivedAt: { shape: { kind: 'instant' } },
    workedAt: { shape: { kind: 'instant', nullable: true } },
  },
  search: {
    title: 'name',
    subtitle: ['customerName', 'sourceName'],
    words: ['name', 'customerName', 'sourceName', 'externalId'],
    keys: ['externalId'],
    phone: 'customerPhone',
  },
  // What waits for somebody first.
  order: { byDefault: 'isOpen' },
  // Mapping a line concerns all events that wait for it.
  changes: { map: 'asked', replay: 'at-once' },
  views: [
    { id: 'open', query: 'isOpen:true', sort: 'createdAt' },
    { id: 'today', query: 'created:today' },
  ],
})

export type IntakeEvent = RecordIn<typeof intake>

/** Answer of `GET intake/{id}`: with what came (`raw`, as text) and how it was understood. */
export const wholeIntakeShapes = {
  ...intake.shapes,
  raw: { kind: 'text', nullable: true },
  headers: { kind: 'map', of: { kind: 'text' } },
  understood: { kind: 'any', nullable: true },
  differences: { kind: 'list', of: differenceShapes },
  notes: { kind: 'list', of: intakeNoteShapes },
} as const satisfies Shapes

export type WholeIntake = RecordOf<typeof wholeIntakeShapes>

/** Body of the call that says which product a source's line means: by its SKU, or by its name if it has none. */
export const mapFields = {
  source: { kind: 'reference', resource: 'sources', required: true },
  sku: { kind: 'text', max: 200 },
  name: { kind: 'text', max: 300 },
  product: { kind: 'reference', resource: 'products', required: true },
  dryRun: dryRunField,
} as const satisfies Fields

export type LineMapping = {
  source: string
  product: string
  kind: 'sku' | 'name'
  written: string
  dryRun: boolean
}

/** Exactly one of `sku` and `name`. */
export const readMapping = ({
  sku,
  name,
  dryRun,
  ...rest
}: Values<typeof mapFields>): Result<LineMapping> => {
  const written = sku ?? name
  if (written == null || (sku != null && name != null))
    return refuse('VALIDATION_FAILED', [{ path: 'sku', code: written == null ? 'REQUIRED' : 'NAMED_TWICE' }])
  return accept({ ...rest, kind: sku == null ? 'name' : 'sku', written, dryRun: dryRun === true })
}
