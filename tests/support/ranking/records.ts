import type { Order } from '../../../domain/orders/order.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { type Searchable, type SearchEntry, toSearchEntry } from '../../../domain/search/searchable.ts'
import type { User } from '../../../domain/users/user.ts'
import { wholeOrder } from '../whole-records.ts'

const sellers = () => users().filter(({ role }) => role === 'seller')

/** A UUID of a resource's record by its number. */
const idOf = (resource: ResourceName, number: number): string => {
  const kind = [
    'orders',
    'shippings',
    'products',
    'affiliates',
    'requests',
    'expeditions',
    'users',
    'invoices',
    'packages',
  ].indexOf(resource)
  return `0190${String(kind).padStart(4, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}`
}

function users(): (Searchable['users'] & Pick<User, 'role'>)[] {
  return rows(`
    admin    | Awa Kouassi         | admin@waybill.test            | +2250707112233
    admin    | Célestine Gbagbo    | celestine@waybill.test        | +2250708223344
    seller   | Mariam Coulibaly    | mariam@boutique-mariam.ci     | +2250544556677
    seller   | Boutique Élégance   | contact@elegance.ci           | +2250505667788
    seller   | Cœur de Beauté      | bonjour@coeurdebeaute.ci      | +2250101778899
    seller   | Ibrahima Ndiaye     | i.ndiaye@dakarshop.sn         | +221771234567
    agent    | Serge Konan         | serge.konan@waybill.test      | +2250709334455
    agent    | Rokia Diabaté       | rokia@waybill.test            | +2250747445566
    moderator| Estelle Yao         | estelle@waybill.test          | +2250757556677
    delivery | Drissa Bamba        | drissa@waybill.test           | +2250102667788
    delivery | Lassina Soro        | lassina@waybill.test          | +2250141778899
    delivery | Zoumana Fofana      | zoumana@waybill.test          | +2250504889900
    delivery | Hervé N’Dri         | herve@waybill.test            | +2250505990011`).map(
    ([role = '', name = '', email = '', phone = ''], index) => ({
      ...identity('users', 9001 + index),
      role: role as User['role'],
      name,
      email,
      phone,
    }),
  )
}

function goods<Name extends 'products' | 'affiliates' | 'requests'>(
  resource: Name,
  first: number,
): Searchable['products'][] {
  return rows(goodsText[resource]).map(([name = ''], index) => ({ ...owned(resource, first + index), name }))
}

const goodsText = {
  products: `
    Montre connectée sport
    Montre Élégance bracelet cuir
    Écouteurs sans fil Pro
    Casque Bluetooth pliable
    Enceinte portable étanche
    Powerbank 20 000 mAh
    Chargeur rapide 65 W
    Caméra de surveillance Wi-Fi
    Projecteur LED portable
    Lampe solaire extérieure
    Ventilateur rechargeable
    Mixeur portable USB
    Friteuse à air chaud 4 L
    Bouilloire en inox
    Set de couteaux de chef
    Balance de cuisine
    Gaine amincissante
    Correcteur de posture
    Tensiomètre de poignet
    Tondeuse à barbe 5 en 1
    Perruque lace frontal 18 pouces
    Crème éclat au karité
    Sérum anti-taches
    Savon noir à l’argan
    Sac à main Cœur de cuir
    Baskets légères respirantes
    Ensemble bazin brodé
    Poussette compacte
    Moustiquaire pliable bébé
    Kit perceuse sans fil`,
  affiliates: `
    Brosse lissante chauffante
    Épilateur lumière pulsée
    Parfum Oud Royal 100 ml
    Abaya brodée
    Ruban LED 10 m
    Organisateur de valise`,
  requests: `
    Robot pétrin 5 L
    Hachoir électrique 3 L
    Mini compresseur à air
    Tapis d’éveil musical
    Housse de siège auto
    Huile de croissance cheveux`,
} as const

function expeditions(): Searchable['expeditions'][] {
  return rows(`
    Montre connectée sport   | Guangzhou  | Bolloré Transit      | +2250707010203
    Lampe solaire extérieure | Yiwu       | Touré Transit        | +2250707020304
    Écouteurs sans fil Pro   | Shenzhen   | DHL Abidjan          | +2250707030405
    Friteuse à air chaud 4 L | Istanbul   | Marmara Kargo        | +2250707040506
    Abaya brodée             | Dubaï      | Emirates SkyCargo    | +2250707050607
    Poussette compacte       | Casablanca | Atlas Fret           | +2250707060708`).map(
    ([name = '', from = '', transporterName = '', transporterPhone = ''], index) => ({
      ...owned('expeditions', 9701 + index),
      name,
      productName: name,
      from,
      transporterName,
      transporterPhone,
    }),
  )
}

function invoices(): Searchable['invoices'][] {
  return sellers().flatMap((seller, at) =>
    [44, 45, 46].map((week, index) => ({
      ...identity('invoices', 9801 + at * 3 + index),
      owner: seller.id,
      ownerName: seller.name,
      code: `INV-2026W${week}-${at + 3}`,
    })),
  )
}

function packages(): Searchable['packages'][] {
  return rows(`
    Découverte
    Croissance
    Grand Compte`).map(([name = ''], index) => ({
    ...identity('packages', 9001 + index),
    owner: users()[0]!.id,
    name,
    pack: name === 'Découverte' ? 'LOGISTICS' : 'CALL_CENTER',
  })) as Searchable['packages'][]
}

const quarters = [
  'Cocody Angré 7e tranche',
  'Yopougon Siporex',
  'Abobo Gare',
  'Adjamé Liberté',
  'Marcory Zone 4',
  'Koumassi Grand Carrefour',
  'Treichville Avenue 16',
  'Port-Bouët Vridi',
  'Plateau',
  'Bingerville Cité Génie',
  'Grand-Bassam Quartier France',
  'Bouaké Commerce',
  'Yamoussoukro Habitat',
  'Daloa Tazibouo',
  'San-Pédro Bardot',
  'Korhogo Soba',
  'Man Libreville',
  'Gagnoa',
]

const customers = rows(`
  Awa Koné | Fatou Traoré | Kouamé N’Guessan Béatrice | Moussa Ouattara | Aïcha Diarrassouba | Yao Kouadio Firmin
  Aminata Sylla | Cheikh Mbaye | Ndèye Fatou Seck | Ousmane Camara | Khady Gueye | Babacar Thiam
  Wendkouni Tiendrébéogo | Issouf Sawadogo | Pélagie Zongo | Édith Nikiéma | Salif Compaoré | Rasmané Ilboudo
  Yasmine Trabelsi | Oussama Ben Salah | Hela Jaziri | Mehdi Gharbi | Sami Bouazizi | Rania Mejri
  Noël Lecœur | Hélène Dubois | François Lefèvre | Zoé Martin | Jérôme Bénard | Chloé Fournier
  Aisha El-Fitouri | Khaled Al-Misrati | Najwa Buzaid | Mustafa Shalgham | Huda Benhalim | Tariq Swehli
  Adjoua Akissi Brou | Koffi Amani | Affoué Tanoh | Bintou Dosso | Sékou Doumbia | Djénéba Fofana
  Landry Zadi | Grâce Ehouman | Arsène Kacou | Nadège Aka | Souleymane Silué | Mireille Gnahoré
  Didier Assi | Solange Djè | Franck Kra | Ly-Anne Tuo | Rokhaya Diouf | Modou Fall
  Sokhna Ndour | Pape Alioune Sarr | El-Hadji Badji | Marième Wade | Assane Gomis | Coumba Mendy
  Clarisse Kaboré | Blaise Yaméogo | Boukary Simporé | Hamidou Dabiré | Alimata Kafando | Arnaud Bationo
  Olfa Chebbi | Nizar Karoui | Emna Ferchichi | Wassim Louati | Asma Baccouche | Hichem Dridi
  Océane Girard | Thierry Rousseau | Valérie Lambert | Loïc Bonnet | Amel Haddad | Benoît Garnier
  Zainab Al-Zawi | Faraj Gaddur | Rabia El-Magri | Yusuf El-Obeidi | Hanan Al-Tarhuni | Idris Zwai
  Kadidja Barry | Mamadou Cissé | Rosalie Koudou | Ismaël Kéita | Victorine Ahou | Gaoussou Méité
  Olga Petrova | Günther Müller | José Muñoz | Giulia Rossi | Emily Clarke | Şule Yıldız`).flat()

function orders(): Order[] {
  const products = goods('products', 9101)
  return customers.map((customerName, index) =>
    wholeOrder({
      ...owned('orders', 10_401 + index),
      customerName,
      customerPhone: `+22507${String(10_203_040 + index * 371_539).padStart(8, '0')}`,
      customerAddress: quarters[index % quarters.length]!,
      productName: products[(index * 7) % products.length]!.name,
      sourceName: index % 3 === 0 ? 'Facebook' : 'Shopify',
      externalRef: index % 4 === 0 ? `FB-${90_000 + index}` : null,
    }),
  )
}

/** Every second order has been confirmed. */
function shippings(): Searchable['shippings'][] {
  return orders()
    .filter((_, index) => index % 2 === 1)
    .map((order, index) => ({ ...order, ...identity('shippings', 50_201 + index) }))
}

function identity(resource: ResourceName, number: number) {
  return { id: idOf(resource, number), number, country: 'ic' as const }
}

function owned(resource: ResourceName, number: number) {
  const all = sellers()
  const seller = all[number % all.length]!
  return { ...identity(resource, number), owner: seller.id, ownerName: seller.name }
}

function rows(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

/** One shop's fixed records, newer than the demo company's; the data of the ranking tables. */
export const searchEntries: readonly SearchEntry[] = [
  ...orders().map((record) => toSearchEntry('orders', record)),
  ...shippings().map((record) => toSearchEntry('shippings', record)),
  ...goods('products', 9101).map((record) => toSearchEntry('products', record)),
  ...goods('affiliates', 9301).map((record) => toSearchEntry('affiliates', record)),
  ...goods('requests', 9501).map((record) => toSearchEntry('requests', record)),
  ...expeditions().map((record) => toSearchEntry('expeditions', record)),
  ...users().map((record) => toSearchEntry('users', record)),
  ...invoices().map((record) => toSearchEntry('invoices', record)),
  ...packages().map((record) => toSearchEntry('packages', record)),
]

/** Couriers as offered by `shipping.assign`. */
export const couriers = users().filter(({ role }) => role === 'delivery')
