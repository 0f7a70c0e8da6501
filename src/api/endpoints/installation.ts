import type { ServerStatus } from '../../../domain/status/server-status.ts'
import { type ReadOptions, read } from '../call-options.ts'
import type { ApiClient } from '../client.ts'

/** Who calls, what they did, and whose turn an order is. */
export const statusEndpoints = (client: ApiClient) => ({
  read: (options?: ReadOptions) => client<ServerStatus>('/status', read(options)),
})
