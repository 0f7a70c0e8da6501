import { useParams } from 'react-router-dom'
import type { AddedResource, EditedResource } from '../../domain/access/routes.ts'
import { productOfOffer } from '../../domain/affiliates/store.ts'
import { AddScreen, EditScreen, ReadRecord } from '../features/record-form/record-screens.tsx'
import { resourceViews } from '../resources/registry.ts'
import type { ResourceView } from '../resources/shared/resource-view.ts'

export const addOf = (resource: AddedResource) => () => (
  <AddScreen view={resourceViews[resource] as ResourceView<AddedResource>} />
)

export const editOf = (resource: EditedResource) => () => (
  <EditScreen view={resourceViews[resource] as ResourceView<EditedResource>} />
)

/** The form of a product made from an offer. */
export const TakeOffer = () => {
  const { affiliate = '' } = useParams()
  return (
    <ReadRecord resource="affiliates" id={affiliate}>
      {(offer) => (
        <AddScreen
          key={offer.id}
          view={resourceViews.products}
          start={{ ...productOfOffer(offer), affiliateName: offer.name }}
        />
      )}
    </ReadRecord>
  )
}
