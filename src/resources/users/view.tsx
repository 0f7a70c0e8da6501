import { languages } from '../../../domain/core/languages.ts'
import { TextCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { userActions } from './commands.ts'

const userColumns = columnsOf('users', {
  number: {},
  name: { width: 220 },
  role: { narrow: 'side', width: 140 },
  email: { width: 260, minWidth: 150 },
  phone: { narrow: 'meta', width: 170 },
  address: { width: 220, hidden: true },
  taxNumber: { width: 150, hidden: true },
  isEmailVerified: { width: 150 },
  isActivated: {},
  calls: { width: 110, hidden: true },
  hasSecondFactor: { width: 150, hidden: true },
  activation: {},
  package: { width: 160, minWidth: 100 },
  language: { width: 110, cell: ({ language }) => <TextCell value={languages[language].name} /> },
  createdAt: {},
})

export const userView = defineView(userActions, {
  columns: userColumns,
  main: ['user.edit', 'user.activate', 'user.deactivate'],
})
