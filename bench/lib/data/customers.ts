/** Generated customers of Côte d'Ivoire; number `n` is always the same customer. */
export type Customer = { id: string; number: number; name: string; phone: string }

const surnames = [
  'Koné',
  'Kouassi',
  'Traoré',
  'Coulibaly',
  'Ouattara',
  'Yao',
  'Koffi',
  'Bamba',
  'Diallo',
  'N’Guessan',
  'Touré',
  'Konaté',
  'Diomandé',
  'Soro',
  'Fofana',
  'Sanogo',
  'Gnagne',
  'Aké',
  'Brou',
  'Kouadio',
  'Silué',
  'Dosso',
  'Doumbia',
  'Cissé',
  'Kamagaté',
  'Adjoua',
  'Ehui',
  'Tanoh',
  'Zadi',
  'Gbagbo',
] // prettier-ignore
const names = [
  'Mariam',
  'Awa',
  'Aïssata',
  'Fatou',
  'Adjoua',
  'Aya',
  'Aminata',
  'Rokia',
  'Zoé',
  'Salimata',
  'Affoué',
  'Moussa',
  'Ibrahim',
  'Yacouba',
  'Seydou',
  'Jean-Marc',
  'Kouamé',
  'Issa',
  'Drissa',
  'Hervé',
  'Éric',
  'Lacina',
  'Bintou',
  'Nafissatou',
  'Clarisse',
  'Estelle',
  'Prisca',
  'Abdoulaye',
  'Souleymane',
  'Bakary',
] // prettier-ignore

export const customers = (count: number): Customer[] => {
  let seed = 42
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const one = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  return Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    number: 10_000 + index,
    name: `${one(surnames)} ${one(names)}`,
    phone: `+2250${['1', '5', '7'][Math.floor(random() * 3)]}${String(Math.floor(random() * 1e8)).padStart(8, '0')}`,
  }))
}
