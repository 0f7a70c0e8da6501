import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { Product } from '../../../domain/products/product.ts'
import { CountCell, MoneyCell, StockCell } from '../../resources/cells/cells.tsx'
import { ProductProfit } from './product-profit.tsx'
import { StockMovements } from './record-lists.tsx'
import { Figure, Loaded, Part, RecordLink } from './record-part.tsx'
import { useRecord } from './use-live-query.ts'

export const ProductParts = ({ record }: { record: Product }) => {
  const { t } = useTranslation(['products', 'affiliates', 'record'])
  const { available, reserved, quantity, affiliate } = record
  return (
    <>
      <Part title={t('record:stock')}>
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <Figure name={t('products:fields.available')}>
            <StockCell value={available} />
          </Figure>
          <Figure name={t('products:fields.reserved')}>
            <CountCell value={reserved} />
          </Figure>
          <Figure name={t('products:fields.quantity')}>
            <StockCell value={quantity} />
          </Figure>
        </dl>
      </Part>
      <ProductProfit product={record} />
      <StockMovements product={record} />
      <Part title={t('products:fields.affiliate')}>
        {affiliate === null ? (
          <p className="text-sm text-ink-muted">{t('record:noOffer')}</p>
        ) : (
          <Offer id={affiliate} />
        )}
      </Part>
    </>
  )
}

const Offer = ({ id }: { id: string }) => {
  const { t } = useTranslation('record')
  const query = useRecord('affiliates', id)
  return (
    <Loaded query={query} empty={t('noOffer')} isEmpty={() => false}>
      {({ number, name, price, country }) => (
        <ul>
          <RecordLink
            to={paths.view('affiliates', id)}
            number={number}
            side={<MoneyCell amount={price} country={country} />}
          >
            {name}
          </RecordLink>
        </ul>
      )}
    </Loaded>
  )
}
