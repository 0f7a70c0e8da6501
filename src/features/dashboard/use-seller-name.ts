import { useEffect, useState } from 'react'
import { useWorkspace } from '../../workspace/workspace.ts'
import { findSellers } from './seller-choices.ts'

/** The name of the seller that a link carries; null until it is known. */
export const useSellerName = (seller: string | null): string | null => {
  const { api, country, user } = useWorkspace()
  const [known, setKnown] = useState<{ id: string; name: string } | null>(null)
  useEffect(() => {
    if (seller === null) return
    const request = new AbortController()
    const { signal } = request
    const read =
      user.role === 'admin'
        ? api.one('users', seller, { signal }).then(({ name }) => name)
        : findSellers({ api, country, role: user.role, text: '', limit: 1 }, signal).then(
            (options) => options.find(({ value }) => value === seller)?.label,
          )
    read.then(
      (name) => setKnown({ id: seller, name: name ?? seller }),
      () => signal.aborted || setKnown({ id: seller, name: seller }),
    )
    return () => request.abort()
  }, [api, country, user.role, seller])
  return known !== null && known.id === seller ? known.name : null
}
