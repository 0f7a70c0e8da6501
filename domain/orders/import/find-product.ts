import { isId } from '../../lib/field.ts'
import { fold } from '../../lib/fold.ts'
import { accept, type Result, refuse } from '../../lib/result.ts'

/** What an import needs to know of a product of the country. */
export type ImportProduct = { id: string; number: number; name: string; price: number; owner: string }

export type ProductIndex = {
  byId: Map<string, ImportProduct>
  byNumber: Map<string, ImportProduct>
  byName: Map<string, ImportProduct[]>
}

export const indexProducts = (products: readonly ImportProduct[]): ProductIndex => {
  const byName = new Map<string, ImportProduct[]>()
  for (const product of products) {
    const name = fold(product.name)
    byName.set(name, [...(byName.get(name) ?? []), product])
  }
  return {
    byId: new Map(products.map((product) => [product.id, product])),
    byNumber: new Map(products.map((product) => [String(product.number), product])),
    byName,
  }
}

/** The one product that a cell names: by its id, its number (`105`, `#105`) or its whole name, however accented or cased. */
export const findProduct = (index: ProductIndex, text: string): Result<ImportProduct> => {
  if (isId(text)) return oneOf([index.byId.get(text.toLowerCase())])
  const named = index.byName.get(fold(text)) ?? []
  const written = named.filter((product) => product.name === text)
  const number = /^(?:#|n[°º]\s*)?0*(\d{1,15})$/i.exec(text)?.[1]
  return oneOf([
    number === undefined ? undefined : index.byNumber.get(number),
    ...(written.length === 1 ? written : named),
  ])
}

const oneOf = (found: (ImportProduct | undefined)[]): Result<ImportProduct> => {
  const products = new Set(found.filter((product) => product !== undefined))
  const [first] = products
  if (first === undefined) return refuse('PRODUCT_NOT_FOUND')
  return products.size > 1 ? refuse('PRODUCT_AMBIGUOUS') : accept(first)
}
