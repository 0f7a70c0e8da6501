import { orderDeleteBulk, orderStatusBulk } from '../resources/orders/order-bulks.ts'
import type { JobDefinition } from './define-job.ts'

/** Every long work that this server can do; jobs of any other wait for a server that knows them. */
export const jobDefinitions: readonly JobDefinition[] = [orderStatusBulk, orderDeleteBulk]
