import { useParams } from 'react-router-dom'
import { productOfOffer } from '../../../domain/affiliates/store.ts'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import { AddScreen, ReadRecord } from '../record-form/record-screens.tsx'

/** The form of a product that is taken from the offer that the path names. `view` is of the products. */
export const TakeOfferScreen = ({ view }: { view: ResourceView<'products'> }) => {
  const { affiliate = '' } = useParams()
  return (
    <ReadRecord resource="affiliates" id={affiliate}>
      {(offer) => (
        <AddScreen
          key={offer.id}
          view={view}
          start={{ ...productOfOffer(offer), affiliateName: offer.name }}
        />
      )}
    </ReadRecord>
  )
}
