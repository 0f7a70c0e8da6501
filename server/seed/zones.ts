import { eq } from 'drizzle-orm'
import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import { isoWeekOf, mondayOf } from '../../domain/lib/iso-week.ts'
import { placeOrder, readZones, type ZoneReader } from '../../domain/zones/recognise-zone.ts'
import type { Transaction } from '../db/drizzle.ts'
import { tariffs, zones } from '../db/schema/zones.ts'
import { tariffList } from '../queries/tariffs.ts'
import { historyDays } from './demo-company.ts'
import type { Staff } from './people.ts'
import { emptyRow, idAt, type Random } from './row-writer.ts'

type DemoZone = typeof zones.$inferSelect

/** Cities of each zone, with their other spellings. What is in none is uncovered. */
const cities: Record<CountryCode, Record<string, string>> = {
  ic: {
    'Abidjan nord':
      'Cocody; Yopougon = Yop, Poy; Abobo; Adjamé; Attécoubé; Plateau; Deux Plateaux = 2 Plateaux, II Plateaux',
    'Abidjan sud': 'Marcory; Koumassi; Treichville; Port-Bouët; Bingerville; Anyama; Grand-Bassam = Bassam',
    Intérieur: 'Bouaké; Yamoussoukro = Yakro; Daloa; San-Pédro; Korhogo; Gagnoa',
  },
  sn: {
    Dakar:
      'Dakar; Médina; Grand Yoff; Parcelles Assainies; Ouakam; Almadies; Ngor; Yoff; Sacré-Cœur; Mermoz; Liberté 6; HLM',
    Banlieue: 'Pikine; Guédiawaye; Keur Massar; Rufisque; Thiaroye',
    Régions: 'Thiès; Mbour; Saly; Saint-Louis; Kaolack; Touba; Ziguinchor',
  },
  bf: {
    Ouagadougou:
      'Ouagadougou = Ouaga; Ouaga 2000; Gounghin; Dassasgho; Zogona; Pissy; Tampouy; Karpala; Patte d’Oie; Wemtenga; Cissin; Somgandé',
    'Bobo-Dioulasso': 'Bobo-Dioulasso = Bobo',
    Provinces: 'Koudougou; Ouahigouya; Banfora; Kaya',
  },
  tn: {
    'Grand Tunis':
      'Tunis; La Marsa; Le Bardo; El Menzah; Ennasr; Ariana; La Soukra; Ben Arous; Mégrine; Radès; Ezzahra; Manouba; Carthage; Sidi Bou Saïd',
    Sahel: 'Sousse; Monastir; Mahdia; Sfax; Nabeul; Hammamet',
    Intérieur: 'Bizerte; Gabès; Kairouan; Gafsa',
  },
  fr: {
    Paris: 'Paris; 75011; 75018; 75019; 75013',
    Banlieue: 'Saint-Denis; Montreuil; Aubervilliers; Ivry-sur-Seine; Gennevilliers; Sarcelles; Évry',
    Province: 'Lyon; Villeurbanne; Marseille; Lille; Roubaix; Bordeaux; Toulouse; Nantes; Strasbourg',
  },
  lib: {
    Tripoli: 'Tripoli = طرابلس; Hay Andalus; Gargaresh; Tajoura; Janzour',
    Benghazi: 'Benghazi = بنغازي',
    Coast: 'Misrata = مصراتة; Zawiya; Zliten; Khoms; Sirte',
  },
}

export type DemoZones = {
  all: DemoZone[]
  place: (country: CountryCode, customerAddress: string) => { city: string | null; zone: string | null }
}

export const makeZones = (random: Random, now: Date, staff: Staff): DemoZones => {
  const since = now.getTime() - historyDays * 86_400_000
  const owner = staff.admins[0]!.id
  const all = countryCodes.flatMap((country) =>
    Object.entries(cities[country]).map(([name, listed]) => ({ country, name, listed })),
  )
  const rows = all.map(({ country, name, listed }, at): DemoZone => {
    const createdAt = new Date(since + at * 60_000)
    return {
      ...emptyRow(zones),
      id: idAt(random, createdAt.getTime()),
      number: at + 1,
      country,
      version: 1,
      createdAt,
      updatedAt: createdAt,
      owner,
      name,
      cities: listed.split(';').map((city) => city.trim()),
    }
  })
  const readers = new Map<CountryCode, ZoneReader>(
    countryCodes.map((code) => [code, readZones(rows.filter(({ country }) => country === code))]),
  )
  // Customers order again: their addresses are read once.
  const places = new Map<string, ReturnType<DemoZones['place']>>()
  return {
    all: rows,
    place: (country, customerAddress) => {
      const key = `${country} ${customerAddress}`
      const known = places.get(key)
      if (known !== undefined) return known
      const place = placeOrder(readers.get(country)!, { city: null, customerAddress })
      places.set(key, place)
      return place
    },
  }
}

/** What a parcel earns its courier, in major units, by the tariff of each country that holds where no other does. */
export const demoEarnings: Readonly<Record<CountryCode, number>> = {
  ic: 500,
  sn: 500,
  bf: 500,
  tn: 2.5,
  fr: 2.5,
  lib: 5,
}

export type BaseTariffs = ReadonlyMap<CountryCode, string>

/** The tariff of each country that holds where no other does, with what couriers earn by it. */
export const readBaseTariffs = async (tx: Transaction): Promise<BaseTariffs> => {
  for (const country of countryCodes)
    await tx.update(tariffs).set({ courier: demoEarnings[country] }).where(eq(tariffs.country, country))
  const rows = await tx.select({ id: tariffs.id, country: tariffs.country }).from(tariffs)
  return new Map(rows.map(({ id, country }) => [country, id]))
}

/** Far zones of Ivory Coast cost more from this week on, with a share of the cash. */
export const writeTariffs = async (
  tx: Transaction,
  random: Random,
  { now, zones: { all } }: { now: Date; zones: DemoZones },
): Promise<void> => {
  const zone = all.find(({ country, name }) => country === 'ic' && name === 'Intérieur')!
  const from = mondayOf(isoWeekOf(now, 'Africa/Abidjan'))
  const id = idAt(random, now.getTime())
  await tx.insert(tariffs).values({
    id,
    country: 'ic',
    zone: zone.id,
    from,
    delivery: 2_500,
    returned: 1_000,
    refused: 1_200,
    piece: 300,
    cashPercent: 1,
    cashLeast: 100,
    courier: 1_000,
    createdAt: now,
    updatedAt: now,
  })
  const rows = await tx.select({ id: tariffs.id }).from(tariffs)
  await tariffList.makeFindable(
    tx,
    rows.map((row) => row.id),
  )
}
