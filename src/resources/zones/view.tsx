import { readCity } from '../../../domain/zones/city.ts'
import { TextCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { zoneActions } from './commands.ts'

export const zoneView = defineView(zoneActions, {
  columns: columnsOf('zones', {
    number: {},
    name: { width: 220 },
    cities: {
      width: 460,
      minWidth: 140,
      narrow: 'line',
      givesWay: true,
      cell: ({ cities }) => <TextCell value={cities.map((entry) => readCity(entry).name).join(', ')} />,
    },
    tariffs: { width: 100 },
    owner: { hidden: true },
    createdAt: {},
  }),
  related: [
    {
      resource: 'tariffs',
      where: ({ id, country }) => ({ zone: id, country }),
      titleKey: 'record:tariffsOfZone',
      emptyKey: 'record:noTariffs',
    },
  ],
})
