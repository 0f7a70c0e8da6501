import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { StatusCell } from '../../resources/cells/cells.tsx'
import { shippingLooks } from '../../resources/shared/status-tones.ts'

export const ParcelStatus = ({ status }: { status: Shipping['status'] }) => (
  <StatusCell look={shippingLooks[status]} label={`shippings:status.${status}`} />
)
