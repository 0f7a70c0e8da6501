import { useParams } from 'react-router-dom'
import type { Affiliate } from '../../../domain/affiliates/affiliate.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { ResourceView } from '../../resources/resource-view.ts'
import { AddScreen, ReadRecord } from '../records/record-screens.tsx'

/** The form of a product that is taken from the offer that the path names. `view` is of the products. */
export const TakeOfferScreen = ({ view }: { view: ResourceView<'products'> }) => {
  const { affiliate = '' } = useParams()
  return (
    <ReadRecord resource="affiliates" id={affiliate}>
      {(offer) => <AddScreen key={offer.id} view={view} start={productOf(offer)} />}
    </ReadRecord>
  )
}

/** What a product has from its offer; how many pieces there are of it is its own. */
const productOf = ({ id, name, country, price, description, productImage }: Affiliate): Partial<Product> => ({
  affiliate: id,
  affiliateName: name,
  country,
  name,
  price,
  description,
  productImage,
})
