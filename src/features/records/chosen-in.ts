import type { Target } from '../../../domain/changes/changes.ts'

/** The parameters of a print page's own, beside those that name records. */
const ownParameters = ['sheet', 'list']

/**
 * Which records the address of a print page names: the parameters of a list, `ids` and `except` among them. `target` is
 * null for none; `key` is the same text for the same records.
 */
export const chosenIn = (params: URLSearchParams): { key: string; target: Target | null } => {
  const chosen = new URLSearchParams([...params].filter(([name]) => !ownParameters.includes(name)))
  return { key: chosen.toString(), target: targetOf(Object.fromEntries(chosen)) }
}

const targetOf = ({ except, ids, ...where }: Record<string, string>): Target | null => {
  if (ids !== undefined && Object.keys(where).length === 0) {
    const named = ids.split(',').filter((id) => id !== '')
    return named.length === 0 ? null : { ids: named }
  }
  const all = ids === undefined ? where : { ...where, ids }
  if (Object.keys(all).length === 0) return null
  return { where: all, ...(except ? { except: except.split(',') } : {}) }
}
