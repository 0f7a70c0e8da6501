import { packageList } from '../../../domain/packages/package-list.ts'
import { packages } from '../../db/schema/packages.ts'
import { listSource } from '../../crud/list-source.ts'

export const packageSource = listSource(packageList, {
  resource: 'packages',
  verb: 'package.list',
  table: packages,
  owner: packages.owner,
  filters: { owner: packages.owner },
  sorts: {
    createdAt: packages.createdAt,
    number: packages.number,
    name: packages.name,
    pack: packages.pack,
    updatedAt: packages.updatedAt,
  },
})
