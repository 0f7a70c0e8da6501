import type { User } from '../../../domain/users/user.ts'
import type { ListColumn } from '../../table/list-column.ts'
import { FlagCell, NumberCell, PhoneCell, TextCell, TimeCell, WordCell } from '../cells/cells.tsx'

export const userColumns: readonly ListColumn<User>[] = [
  {
    id: 'number',
    header: 'users:fields.number',
    width: 84,
    sortKey: 'number',
    pinned: true,
    cell: ({ number }) => <NumberCell value={number} />,
  },
  {
    id: 'name',
    header: 'users:fields.name',
    width: 220,
    sortKey: 'name',
    pinned: true,
    cell: ({ name }) => <TextCell value={name} />,
  },
  {
    id: 'role',
    header: 'users:fields.role',
    width: 140,
    sortKey: 'role',
    cell: ({ role }) => <WordCell label={`users:role.${role}`} />,
  },
  {
    id: 'email',
    header: 'users:fields.email',
    width: 260,
    sortKey: 'email',
    cell: ({ email }) => <TextCell value={email} />,
  },
  { id: 'phone', header: 'users:fields.phone', width: 170, cell: ({ phone }) => <PhoneCell value={phone} /> },
  {
    id: 'isEmailVerified',
    header: 'users:fields.isEmailVerified',
    width: 120,
    cell: ({ isEmailVerified }) => <FlagCell value={isEmailVerified} />,
  },
  {
    id: 'isActivated',
    header: 'users:fields.isActivated',
    width: 100,
    cell: ({ isActivated }) => <FlagCell value={isActivated} />,
  },
  {
    id: 'createdAt',
    header: 'users:fields.createdAt',
    width: 130,
    sortKey: 'createdAt',
    cell: ({ createdAt, country }) => <TimeCell value={createdAt} country={country} />,
  },
]
