import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { manifestLooks } from '../shared/status-tones.ts'
import { manifestActions } from './commands.ts'

const manifestColumns = columnsOf('manifests', {
  number: {},
  delivery: { width: 200, minWidth: 112, filter: 'deliveryGuy' },
  status: { looks: manifestLooks, action: undefined, width: 120 },
  parcels: { width: 90 },
  openParcels: { width: 130 },
  toCollect: { narrow: 'meta', width: 150 },
  owner: {},
  createdAt: {},
})

export const manifestView = defineView(manifestActions, {
  columns: manifestColumns,
  main: ['manifest.print', 'manifest.undo'],
  firstSteps: ['go.scan'],
})
