import type { AddedResource, EditedResource } from '../../../domain/access/routes.ts'
import { TakeOfferScreen } from '../../features/affiliates/take-offer-screen.tsx'
import { AddScreen, EditScreen } from '../../features/records/record-screens.tsx'
import { resourceViews } from '../../resources/registry.ts'
import type { ResourceView } from '../../resources/resource-view.ts'

/** The form of a new record, by its resource's name. */
export const AddOf = ({ resource }: { resource: AddedResource }) => (
  <AddScreen view={resourceViews[resource] as ResourceView<AddedResource>} />
)

/** The form of one that stands. */
export const EditOf = ({ resource }: { resource: EditedResource }) => (
  <EditScreen view={resourceViews[resource] as ResourceView<EditedResource>} />
)

/** The form of a product that is made of an offer. */
export const TakeOffer = () => <TakeOfferScreen view={resourceViews.products} />
