/** An order of the list that every side shows: made by arithmetic from its place, so that a million cost nothing. */
export type BenchOrder = {
  readonly id: string
  readonly version: number
  readonly number: string
  readonly customer: string
  readonly phone: string
  readonly product: string
  readonly city: string
  readonly status: string
  readonly total: string
  readonly created: string
}

export type BenchColumn = {
  readonly id: Exclude<keyof BenchOrder, 'version'>
  readonly title: string
  /** In pixels. */
  readonly width: number
  readonly align: 'start' | 'end'
}

/** Together 1,040 px: less than the window of the lines is wide, so that every side shows all of them. */
export const benchColumns: readonly BenchColumn[] = [
  { id: 'number', title: 'No.', width: 90, align: 'end' },
  { id: 'customer', title: 'Customer', width: 180, align: 'start' },
  { id: 'phone', title: 'Phone', width: 140, align: 'start' },
  { id: 'product', title: 'Product', width: 180, align: 'start' },
  { id: 'city', title: 'City', width: 120, align: 'start' },
  { id: 'status', title: 'Status', width: 110, align: 'start' },
  { id: 'total', title: 'Total', width: 110, align: 'end' },
  { id: 'created', title: 'Created', width: 110, align: 'start' },
]

/** The height of every side's rows, in pixels. */
export const benchRowHeight = 40

/** As many orders as are asked for, of which the first few may have changed status. Kept by nobody: two calls, two objects. */
export type BenchOrders = {
  readonly total: number
  readonly at: (index: number) => BenchOrder
  readonly slice: (skip: number, limit: number) => BenchOrder[]
  /** The first `count` have this status, and a version more. */
  readonly changeStatus: (count: number, status: string) => void
}

export const createOrders = (total: number): BenchOrders => {
  let changed = 0
  let version = 1
  let status = ''
  const at = (index: number): BenchOrder => {
    const isChanged = index < changed
    return {
      id: idOf(index),
      version: isChanged ? version : 1,
      number: String(total - index),
      customer: `${pick(firstNames, index)} ${pick(lastNames, index * 7)}`,
      phone: `+225 07 ${pad(index * 31)} ${pad(index * 17)} ${pad(index * 3)} ${pad(index)}`,
      product: pick(products, index * 5),
      city: pick(cities, index * 11),
      status: isChanged ? status : pick(statuses, index * 13),
      total: `${((index * 37) % 90) + 1} 500`,
      created: `${pad(28 - (Math.floor(index / 900) % 28))}/0${(Math.floor(index / 25_200) % 9) + 1}/2026`,
    }
  }
  return {
    total,
    at,
    slice: (skip, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, total - skip)) }, (_, step) => at(skip + step)),
    changeStatus: (count, next) => {
      changed = Math.max(changed, count)
      version += 1
      status = next
    },
  }
}

export const idOf = (index: number): string => `order-${index}`

const pick = (words: readonly string[], index: number): string => words[index % words.length] ?? ''
const pad = (value: number): string => String(value % 100).padStart(2, '0')

const firstNames = ['Awa', 'Koffi', 'Mariam', 'Yao', 'Fatou', 'Ibrahim', 'Adjoua', 'Moussa', 'Aminata']
const lastNames = ['Koné', 'Traoré', 'Kouassi', 'Ouattara', 'Bamba', 'Diallo', 'Yapi', 'Coulibaly']
const products = ['Montre Nova', 'Robot mixeur', 'Lampe solaire', 'Sac Élise', 'Crème karité', 'Casque Pulse']
const cities = ['Abidjan', 'Bouaké', 'Yamoussoukro', 'Korhogo', 'San-Pédro', 'Daloa', 'Man']
const statuses = ['Pending', 'Confirmed', 'Unreachable', 'Postponed', 'Cancelled']
