import type { CountryCode } from '../../../domain/core/countries.ts'
import { shownLink } from '../../../domain/lib/typed/read-link.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Picture } from '../../ui/icons/picture.tsx'
import { MoneyCell, NumberCell, TextCell, TimeCell } from './cells.tsx'

/** A picture as small as the row; a sign of goods where there is none. */
export const ImageCell = ({ picture }: { picture: string | null }) => (
  <span className="flex size-6 items-center justify-center overflow-hidden rounded-sm border border-line bg-canvas text-ink-faint">
    <Picture source={picture} size={24} className="size-full" fallback={<Icon name="package" size={14} />} />
  </span>
)

/** Columns that the lists of several resources have, each headed in its own resource's words. */

export const numberColumn = <T extends { number: number }>(resource: ResourceName): ListColumn<T> => ({
  id: 'number',
  action: 'open',
  narrow: 'meta',
  header: `${resource}:fields.number`,
  width: 84,
  sortKey: 'number',
  pinned: true,
  cell: ({ number }) => <NumberCell value={number} />,
})

export const nameColumn = <T extends { name: string }>(
  resource: ResourceName,
  width: number,
): ListColumn<T> => ({
  id: 'name',
  narrow: 'title',
  header: `${resource}:fields.name`,
  width,
  minWidth: 140,
  sortKey: 'name',
  pinned: true,
  cell: ({ name }) => <TextCell value={name} />,
})

export const priceColumn = <T extends { price: number; country: CountryCode }>(
  resource: ResourceName,
): ListColumn<T> => ({
  id: 'price',
  header: `${resource}:fields.price`,
  width: 130,
  align: 'end',
  sortKey: 'price',
  isMoney: true,
  cell: ({ price, country }) => <MoneyCell amount={price} country={country} />,
})

export const ownerColumn = <T extends { ownerName: string }>(resource: ResourceName): ListColumn<T> => ({
  id: 'owner',
  header: `${resource}:fields.owner`,
  width: 180,
  minWidth: 110,
  cell: ({ ownerName }) => <TextCell value={ownerName} />,
})

export const createdColumn = <T extends { createdAt: string; country: CountryCode }>(
  resource: ResourceName,
): ListColumn<T> => ({
  id: 'createdAt',
  narrow: 'meta',
  header: `${resource}:fields.createdAt`,
  width: 130,
  sortKey: 'createdAt',
  cell: ({ createdAt, country }) => <TimeCell value={createdAt} country={country} />,
})

/** How long a record has had its status. */
export const statusAtColumn = <T extends { statusAt: string; country: CountryCode }>(
  resource: ResourceName,
): ListColumn<T> => ({
  id: 'statusAt',
  header: `${resource}:fields.statusAt`,
  width: 130,
  sortKey: 'statusAt',
  cell: ({ statusAt, country }) => <TimeCell value={statusAt} country={country} />,
})

export const commentColumn = <T extends { comment: string | null }>(
  resource: ResourceName,
): ListColumn<T> => ({
  id: 'comment',
  header: `${resource}:fields.comment`,
  width: 220,
  minWidth: 110,
  givesWay: true,
  cell: ({ comment }) => <TextCell value={comment} />,
})

/** A small picture of the goods. */
export const imageColumn = <T extends { productImage: string | null }>(
  resource: ResourceName,
): ListColumn<T> => ({
  id: 'productImage',
  narrow: 'picture',
  header: `${resource}:columns.productImage`,
  width: 64,
  align: 'center',
  cell: ({ productImage }) => <ImageCell picture={productImage} />,
})

export const descriptionColumn = <T extends { description: string | null }>(
  resource: ResourceName,
): ListColumn<T> => ({
  id: 'description',
  header: `${resource}:fields.description`,
  width: 260,
  minWidth: 120,
  cell: ({ description }) => <TextCell value={description} />,
})

/** Where goods or an order come from. */
export const sourceColumns = <T extends { sourceName: string | null; sourceLink: string | null }>(
  resource: ResourceName,
): readonly ListColumn<T>[] => [
  {
    id: 'sourceName',
    header: `${resource}:fields.sourceName`,
    width: 160,
    minWidth: 100,
    hidden: true,
    cell: ({ sourceName }) => <TextCell value={sourceName} />,
  },
  {
    id: 'sourceLink',
    header: `${resource}:fields.sourceLink`,
    width: 220,
    minWidth: 100,
    hidden: true,
    cell: ({ sourceLink }) => <TextCell value={sourceLink === null ? null : shownLink(sourceLink)} />,
  },
]
