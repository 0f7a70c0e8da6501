import { requestList } from '../../../domain/requests/request-list.ts'
import { requests } from '../../db/schema/goods.ts'
import { listSource } from '../../crud/list-source.ts'

export const requestSource = listSource(requestList, {
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
