import { useEffect, useState } from 'react'
import type { Invoice, InvoiceNeighbours } from '../../../domain/invoices/invoice.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useListQuery } from '../records/use-list-query.ts'

/** Which invoices stand beside one in the list of its address; null until they are known. */
export const useNeighbours = ({ id, country, version }: Invoice): InvoiceNeighbours | null => {
  const { api } = useWorkspace()
  const { where, sort } = useListQuery('invoices', country)
  const [found, setFound] = useState<{ id: string; beside: InvoiceNeighbours } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is paid it may stand elsewhere in the list.
  useEffect(() => {
    const request = new AbortController()
    api.invoices.neighbours(id, { where, sort: sort ?? undefined }, { signal: request.signal }).then(
      (beside) => setFound({ id, beside }),
      // Without them the page stands all the same.
      () => undefined,
    )
    return () => request.abort()
  }, [api, id, where, sort, version])
  return found?.id === id ? found.beside : null
}
