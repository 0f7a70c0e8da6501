import type { Manifest } from '../../../domain/manifests/manifest.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { CountCell, MoneyCell, StatusCell, TextCell } from '../cells/cells.tsx'
import { createdColumn, numberColumn } from '../cells/shared-columns.tsx'
import { defineView } from '../shared/define-view.ts'
import { manifestLooks } from '../shared/status-tones.ts'
import { manifestActions } from './commands.ts'

const manifestColumns: readonly ListColumn<Manifest>[] = [
  numberColumn('manifests'),
  {
    id: 'delivery',
    narrow: 'title',
    header: 'manifests:fields.delivery',
    width: 200,
    minWidth: 112,
    pinned: true,
    cell: ({ deliveryName }) => <TextCell value={deliveryName} />,
  },
  {
    id: 'status',
    narrow: 'side',
    header: 'manifests:fields.status',
    width: 120,
    cell: ({ status }) => <StatusCell look={manifestLooks[status]} label={`manifests:status.${status}`} />,
  },
  {
    id: 'parcels',
    header: 'manifests:fields.parcels',
    width: 90,
    align: 'end',
    sortKey: 'parcels',
    cell: ({ parcels }) => <CountCell value={parcels} />,
  },
  {
    id: 'openParcels',
    header: 'manifests:fields.openParcels',
    width: 130,
    align: 'end',
    sortKey: 'openParcels',
    cell: ({ openParcels }) => <CountCell value={openParcels} />,
  },
  {
    id: 'toCollect',
    narrow: 'meta',
    header: 'manifests:fields.toCollect',
    width: 150,
    align: 'end',
    sortKey: 'toCollect',
    isMoney: true,
    cell: ({ toCollect, country }) => <MoneyCell amount={toCollect} country={country} />,
  },
  {
    id: 'owner',
    header: 'manifests:fields.owner',
    width: 180,
    minWidth: 110,
    cell: ({ ownerName }) => <TextCell value={ownerName} />,
  },
  createdColumn('manifests'),
]

export const manifestView = defineView(manifestActions, {
  columns: manifestColumns,
  main: ['manifest.print', 'manifest.undo'],
  firstSteps: ['go.scan'],
})
