import { isId } from '../../lib/field.ts'
import { fold, foldedWords } from '../../lib/fold.ts'
import { accept, type Result, refuse } from '../../lib/result.ts'
import { editDistance } from '../../lib/typo.ts'

/** The product fields that an import needs. `available`: pieces in stock less the reserved ones. */
export type ImportProduct = {
  id: string
  number: number
  name: string
  price: number
  owner: string
  available: number
}

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

/** The only product that matches a cell: by id, number (`105`, `#105`) or full name, folded. */
export const findProduct = (index: ProductIndex, text: string): Result<ImportProduct> => {
  const [first, other] = matchingProducts(index, text)
  if (first === undefined) return refuse('PRODUCT_NOT_FOUND')
  return other === undefined ? accept(first) : refuse('PRODUCT_AMBIGUOUS')
}

/** All products that a cell may mean. */
export const matchingProducts = (index: ProductIndex, text: string): ImportProduct[] => {
  const withId = isId(text) ? index.byId.get(text.toLowerCase()) : undefined
  if (isId(text)) return withId === undefined ? [] : [withId]
  const named = index.byName.get(fold(text)) ?? []
  const written = named.filter((product) => product.name === text)
  const number = /^(?:#|n[°º]\s*)?0*(\d{1,15})$/i.exec(text)?.[1]
  const numbered = number === undefined ? undefined : index.byNumber.get(number)
  return [
    ...new Set([...(numbered === undefined ? [] : [numbered]), ...(written.length === 1 ? written : named)]),
  ]
}

/** The closest product name of a misspelt cell; null if none is close, or several equally. */
export const nearProduct = (index: ProductIndex, text: string): string | null => {
  const folded = fold(text.slice(0, MAX_NAME_LENGTH))
  const typed = closeUp(folded)
  if (typed.length < MIN_NEAR_LENGTH) return null
  const parts = partsOf(folded)
  const most = Math.min(MAX_EDITS, Math.floor(typed.length / LETTERS_PER_EDIT))
  let near: { products: ImportProduct[]; distance: number }[] = []
  for (const [name, products] of index.byName) {
    const distance =
      distanceOf(typed, closeUp(name), most) ??
      distanceOfVariant(folded, name) ??
      distanceOfWords(parts, name)
    const best = near[0]?.distance ?? Number.POSITIVE_INFINITY
    if (distance === null || distance > best) continue
    near = distance < best ? [{ products, distance }] : [...near, { products, distance }]
  }
  const [product, other] = near.length === 1 ? near[0]!.products : []
  if (product === undefined) return null
  return other === undefined ? product.name : null
}

const MAX_NAME_LENGTH = 160
const MIN_NEAR_LENGTH = 4
const LETTERS_PER_EDIT = 4
const MAX_EDITS = 3

const closeUp = (text: string): string => fold(text).replaceAll(' ', '')

/** Distance of a cell to a name. A name that continues after the cell's text ranks after all misspelt ones. */
const distanceOf = (typed: string, name: string, most: number): number | null =>
  editDistance(typed, name, most) ?? (name.startsWith(typed) ? MAX_EDITS + 1 : null)

/** Shops add the variant to a name (`Montre - Noir`): after all others, the longest name first. */
const distanceOfVariant = (typed: string, name: string): number | null =>
  name.length >= MIN_NEAR_LENGTH && typed.startsWith(`${name} `)
    ? MAX_EDITS + 2 + typed.length - name.length
    : null

/** All words of the cell in any order, with numbers apart from their units (`65W`): after variants, the shortest name first. */
const distanceOfWords = (parts: ReadonlySet<string>, name: string): number | null => {
  const named = partsOf(name)
  if (parts.size < 2 || ![...parts].every((part) => named.has(part))) return null
  if (![...parts].some((part) => part.length >= MIN_NEAR_LENGTH)) return null
  const left = [...named].filter((part) => !parts.has(part)).join('').length
  return MAX_EDITS + 2 + MAX_NAME_LENGTH + left
}

const partsOf = (text: string): Set<string> =>
  new Set(foldedWords(text).flatMap((word) => word.match(/\d+|\D+/g) ?? []))
