import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createQueryClient, markOutdated, queryKeys } from '../api/query-client.ts'
import { useWorkspace } from './workspace.ts'

/** Provides the workspace's query client. */
export const withQueries = <Props extends object>(Screen: ComponentType<Props>) =>
  function WithQueries(props: Props) {
    const { queries } = useWorkspace()
    return (
      <QueryClientProvider client={queries.client(createCache)}>
        <Screen {...props} />
      </QueryClientProvider>
    )
  }

const createCache: Parameters<ReturnType<typeof useWorkspace>['queries']['client']>[0] = () => {
  const client = createQueryClient()
  return {
    client,
    markOutdated: (event) => markOutdated(client, event),
    seed: (resource, record) => void client.setQueryData(queryKeys.record(resource, record.id), record),
  }
}
