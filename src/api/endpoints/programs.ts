import type { ChangeReport, Target } from '../../../domain/changes/changes.ts'
import type { WebhookDelivery } from '../../../domain/deliveries/delivery.ts'
import type {
  Source,
  SourceAccess,
  SourceRotation,
  SourceWithSecret,
} from '../../../domain/sources/source.ts'
import type { WebhookWithSecret } from '../../../domain/webhooks/webhook.ts'
import { type BulkOptions, bulk, type WriteOptions, writeOptions } from '../call-options.ts'
import type { ApiClient } from '../client.ts'
import type { LongWork } from '../long-work.ts'

/** A line of a source's orders and the product that it means: named by its SKU, or by its name if it has none. */
export type LineOfSource = { source: string; product: string } & ({ sku: string } | { name: string })

export const intakeEndpoints = (client: ApiClient, longWork: LongWork) => ({
  /** Remembers the product of a line; the events that wait for it follow. */
  map: (line: LineOfSource, options: BulkOptions = {}) =>
    client<ChangeReport>('/intake/map', bulk(line, options)),

  /** Works on events again. */
  replay: (target: Target, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>('/intake/replay', bulk({ ...target }, options), options),
})

export const webhookEndpoints = (client: ApiClient) => ({
  /** Gives a webhook another secret, answered once. */
  rotate: (id: string, options?: WriteOptions) =>
    client<WebhookWithSecret>(`/webhooks/rotate/${id}`, writeOptions('PUT', {}, options)),
  /** Sends a test; answers its delivery, whose outcome is read later. */
  test: (id: string, options?: WriteOptions) =>
    client<WebhookDelivery>(`/webhooks/test/${id}`, writeOptions('PUT', {}, options)),
})

export const deliveryEndpoints = (longWork: LongWork) => ({
  replay: (target: Target, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>('/deliveries/replay', bulk({ ...target }, options), options),
})

export const sourceEndpoints = (client: ApiClient) => ({
  /** Gives a source another secret, answered once: the one given, or a new one. */
  rotate: (id: string, rotation: SourceRotation, options?: WriteOptions) =>
    client<SourceWithSecret>(`/sources/rotate/${id}`, writeOptions('PUT', rotation, options)),

  /** Says how its shop is asked for what changed; without an address it is asked no more. */
  access: (id: string, access: SourceAccess, options?: WriteOptions) =>
    client<Source>(`/sources/access/${id}`, writeOptions('PUT', access, options)),
})
