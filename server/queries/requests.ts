import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import { type PurchaseRequest, requests as requestDefinition } from '../../domain/requests/request.ts'
import { listSource } from '../crud/list-source.ts'
import { type ReadRecords, recordReader } from '../crud/read-records.ts'
import { requests } from '../db/schema/goods.ts'
import { users } from '../db/schema/users.ts'

export const requestSource = listSource(requestDefinition.list, {
  resource: 'requests',
  verb: 'request.list',
  table: requests,
  owner: requests.owner,
  filters: {
    country: requests.country,
    status: requests.status,
    owner: requests.owner,
    price: requests.price,
    quantity: requests.quantity,
  },
  sorts: {
    createdAt: requests.createdAt,
    number: requests.number,
    name: requests.name,
    price: requests.price,
    quantity: requests.quantity,
    status: requests.status,
    updatedAt: requests.updatedAt,
  },
})

const { deletedAt, ...columns } = getTableColumns(requests)

/** The requests of these ids that are not deleted, as the API gives them, in no particular order. */
export const readRequests: ReadRecords<PurchaseRequest> = recordReader(
  'requests by id',
  { ...columns, ownerName: users.name },
  (query, isAsked) =>
    query
      .from(requests)
      .innerJoin(users, eq(users.id, requests.owner))
      .where(and(isAsked, isNull(deletedAt))),
)
