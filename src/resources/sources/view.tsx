import { SwitchCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { sourceActions } from './commands.ts'

export const sourceView = defineView(sourceActions, {
  columns: columnsOf('sources', {
    number: {},
    name: {},
    kind: { narrow: 'meta' },
    isActive: {
      header: 'sources:columns.isActive',
      narrow: 'side',
      width: 140,
      cell: ({ isActive }) => <SwitchCell resource="sources" isOn={isActive} />,
    },
    lastEventAt: {},
    waiting: {},
    events: { width: 120 },
    owner: {},
    address: { width: 260, hidden: true },
    shopUrl: { hidden: true },
    askedAt: { hidden: true },
    createdAt: {},
  }),
  related: [
    {
      resource: 'intake',
      where: ({ id, country }) => ({ source: id, country }),
      titleKey: 'record:eventsOfSource',
      emptyKey: 'record:noEvents',
    },
  ],
})
