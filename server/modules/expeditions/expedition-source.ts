import { expeditionList } from '../../../domain/expeditions/expedition-list.ts'
import { expeditions } from '../../db/schema/goods.ts'
import { listSource } from '../../crud/list-source.ts'

export const expeditionSource = listSource(expeditionList, {
  resource: 'expeditions',
  verb: 'expedition.list',
  table: expeditions,
  owner: expeditions.owner,
  filters: {
    country: expeditions.country,
    status: expeditions.status,
    owner: expeditions.owner,
    product: expeditions.product,
    mode: expeditions.mode,
    quantity: expeditions.quantity,
  },
  sorts: {
    createdAt: expeditions.createdAt,
    number: expeditions.number,
    name: expeditions.name,
    quantity: expeditions.quantity,
    expeditionDate: expeditions.expeditionDate,
    status: expeditions.status,
    updatedAt: expeditions.updatedAt,
  },
})
