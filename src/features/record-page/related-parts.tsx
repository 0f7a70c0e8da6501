import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceName } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { resourceViews } from '../../resources/registry.ts'
import type { RelatedList } from '../../resources/shared/resource-view.ts'
import { IntakeParts, RawEvent } from './intake-parts.tsx'
import { KeyParts } from './key-parts.tsx'
import { OrderParts, ShippingParts } from './order-parts.tsx'
import { HandoverParts, PayoutParts } from './payment-parts.tsx'
import { ProductParts } from './product-parts.tsx'
import { ManifestLines } from './record-lists.tsx'
import { RelatedRecords } from './related-records.tsx'
import { SourceSetup } from './source-setup.tsx'
import { UserParts } from './user-parts.tsx'
import { WebhookSetup } from './webhook-setup.tsx'

/** Related records on a record's page. */
export const RelatedParts = ({ resource, record }: { resource: ResourceName; record: AnyRecord }) => {
  const { t } = useTranslation('record')
  const Parts = parts[resource] as ComponentType<{ record: AnyRecord }> | undefined
  const related: readonly RelatedList<never>[] = resourceViews[resource].related ?? []
  return (
    <>
      {Parts !== undefined && <Parts record={record} />}
      {related.map((list) => (
        <RelatedRecords
          key={list.titleKey}
          record={record}
          of={resource}
          resource={list.resource}
          where={list.where(record as never)}
          title={t(list.titleKey)}
          empty={t(list.emptyKey)}
        />
      ))}
    </>
  )
}

/** Resources whose related parts are more than lists. */
const parts: Readonly<Partial<{ [resource: string]: unknown }>> = {
  orders: OrderParts,
  shippings: ShippingParts,
  products: ProductParts,
  manifests: ManifestLines,
  handovers: HandoverParts,
  payouts: PayoutParts,
  users: UserParts,
  intake: IntakeParts,
  sources: SourceSetup,
  webhooks: WebhookSetup,
  keys: KeyParts,
}

/** Parts in the second column of a record's page. */
const besideParts: Readonly<Partial<{ [resource: string]: unknown }>> = { intake: RawEvent }

export const BesideParts = ({ resource, record }: { resource: ResourceName; record: AnyRecord }) => {
  const Parts = besideParts[resource] as ComponentType<{ record: AnyRecord }> | undefined
  return Parts === undefined ? null : <Parts record={record} />
}
