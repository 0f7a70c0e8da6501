import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { PurchaseRequest } from '../../../domain/requests/request.ts'
import { requests } from '../../db/schema/goods.ts'
import { users } from '../../db/schema/users.ts'
import { type ReadRecords, recordReader } from '../../crud/record-reader.ts'

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
