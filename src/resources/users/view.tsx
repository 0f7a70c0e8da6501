import { languages } from '../../../domain/core/languages.ts'
import type { User } from '../../../domain/users/user.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { FlagCell, PhoneCell, TextCell, TimeCell, WordCell } from '../cells/cells.tsx'
import { createdColumn, nameColumn, numberColumn } from '../cells/shared-columns.tsx'
import { defineView } from '../shared/define-view.ts'
import { userActions } from './commands.ts'

const userColumns: readonly ListColumn<User>[] = [
  numberColumn('users'),
  nameColumn('users', 220),
  {
    id: 'role',
    narrow: 'side',
    header: 'users:fields.role',
    width: 140,
    sortKey: 'role',
    cell: ({ role }) => <WordCell label={`users:role.${role}`} />,
  },
  {
    id: 'email',
    header: 'users:fields.email',
    width: 260,
    minWidth: 150,
    sortKey: 'email',
    cell: ({ email }) => <TextCell value={email} />,
  },
  {
    id: 'phone',
    narrow: 'meta',
    header: 'users:fields.phone',
    width: 170,
    cell: ({ phone }) => <PhoneCell value={phone} />,
  },
  {
    id: 'isEmailVerified',
    header: 'users:fields.isEmailVerified',
    width: 150,
    cell: ({ isEmailVerified }) => <FlagCell value={isEmailVerified} />,
  },
  {
    id: 'isActivated',
    header: 'users:fields.isActivated',
    width: 120,
    cell: ({ isActivated }) => <FlagCell value={isActivated} />,
  },
  {
    id: 'activation',
    header: 'users:fields.activation',
    width: 130,
    cell: ({ activation, country }) => <TimeCell value={activation} country={country} />,
  },
  {
    id: 'package',
    header: 'users:fields.package',
    width: 160,
    minWidth: 100,
    cell: ({ packageName }) => <TextCell value={packageName} />,
  },
  {
    id: 'language',
    header: 'users:fields.language',
    width: 110,
    cell: ({ language }) => <TextCell value={languages[language].name} />,
  },
  createdColumn('users'),
]

export const userView = defineView(userActions, {
  columns: userColumns,
  main: ['user.edit', 'user.activate', 'user.deactivate'],
})
