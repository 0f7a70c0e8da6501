import type { AddedResource, EditedResource } from '../../domain/access/routes.ts'
import { TakeOfferScreen } from '../features/affiliates/take-offer-screen.tsx'
import { AddScreen, EditScreen } from '../features/record-form/record-screens.tsx'
import { resourceViews } from '../resources/registry.ts'
import type { ResourceView } from '../resources/shared/resource-view.ts'

/** The form of a new record. */
export const addOf = (resource: AddedResource) => () => (
  <AddScreen view={resourceViews[resource] as ResourceView<AddedResource>} />
)

/** The form of an existing record. */
export const editOf = (resource: EditedResource) => () => (
  <EditScreen view={resourceViews[resource] as ResourceView<EditedResource>} />
)

/** The form of a product made from an offer. */
export const TakeOffer = () => <TakeOfferScreen view={resourceViews.products} />
