import type { Customer } from '../../../domain/customers/customer.ts'
import type { Translate } from '../sections/command-item.ts'

/** `4 commandes, 3 livrées, 1 retour`: a customer in one sentence. */
export const customerSentence = (customer: Customer, t: Translate): string => {
  const { orders, byStatus, byShippingStatus } = customer
  const waiting = (byStatus.PENDING ?? 0) + (byStatus.NOT_REACHABLE ?? 0)
  const delivered = byShippingStatus.DELIVERED ?? 0
  const returned = byShippingStatus.RETURNED ?? 0
  return [
    t('customers:orders', { count: orders }),
    ...(delivered > 0 ? [t('customers:delivered', { count: delivered })] : []),
    ...(returned > 0 ? [t('customers:returned', { count: returned })] : []),
    ...(waiting > 0 ? [t('customers:waiting', { count: waiting })] : []),
  ].join(', ')
}
