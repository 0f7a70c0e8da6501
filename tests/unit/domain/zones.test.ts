import { describe, expect, it } from 'vitest'
import { readCity, sharedSpellings, whyNotCities } from '../../../domain/zones/city.ts'
import { citiesLike, placeAgain, placeOrder, readZones } from '../../../domain/zones/recognise-zone.ts'

const zones = {
  ic: {
    nord: [
      'Cocody',
      'Yopougon = Yop, Poy',
      'Abobo',
      'Adjamé',
      'Attécoubé',
      'Plateau',
      'Deux Plateaux = 2 Plateaux',
    ],
    sud: ['Marcory', 'Koumassi', 'Treichville', 'Port-Bouët', 'Grand-Bassam = Bassam'],
    loin: ['Man', 'San-Pédro', 'Yamoussoukro'],
    centre: ['Abidjan'],
  },
  sn: {
    dakar: ['Dakar', 'Médina', 'Parcelles Assainies', 'Sacré-Cœur', 'Ngor'],
    banlieue: ['Pikine', 'Guédiawaye'],
  },
  tn: { tunis: ['Tunis = تونس', 'La Marsa', 'Le Bardo'], sahel: ['Sfax', 'Sousse'] },
  fr: {
    est: ['Paris 11 = 75011', 'Paris 12 = 75012', 'Paris 1 = 75001'],
    ouest: ['Paris 16 = 75016, 75116'],
    banlieue: ['Saint-Denis', 'Ivry-sur-Seine', 'L’Haÿ-les-Roses'],
  },
  lib: { tripoli: ['Tripoli = طرابلس', 'Souq al-Jumaa'], est: ['Benghazi = بنغازي'] },
  bf: { ouaga: ['Ouagadougou = Ouaga', 'Ouaga 2000', 'Patte d’Oie'], bobo: ['Bobo-Dioulasso = Bobo'] },
}

const readerOf = (country: keyof typeof zones) =>
  readZones(Object.entries(zones[country]).map(([id, cities]) => ({ id, cities })))

type Example = [country: keyof typeof zones, text: string, zone: string | null, city?: string]

describe('a text', () => {
  it.each<Example>([
    // Communes of Abidjan: case, accents, hyphens, apostrophes.
    ['ic', 'Cocody Angré 7e tranche, rue L12', 'nord', 'Cocody'],
    ['ic', 'COCODY', 'nord', 'Cocody'],
    ['ic', 'yopougon maroc, près de la pharmacie', 'nord', 'Yopougon'],
    ['ic', 'Yop Siporex', 'nord', 'Yopougon'],
    ['ic', 'adjame liberte', 'nord', 'Adjamé'],
    ['ic', 'ATTECOUBE Santé', 'nord', 'Attécoubé'],
    ['ic', 'Port Bouet Vridi', 'sud', 'Port-Bouët'],
    ['ic', 'portbouet, derrière la mairie', 'sud', 'Port-Bouët'],
    ['ic', 'Port-Bouët', 'sud', 'Port-Bouët'],
    ['ic', 'Bassam quartier France', 'sud', 'Grand-Bassam'],
    ['ic', 'San Pedro Bardot', 'loin', 'San-Pédro'],
    // One typo, never two, and not in short words.
    ['ic', 'Yopogon', 'nord', 'Yopougon'],
    ['ic', 'Koumasi Grand Carrefour', 'sud', 'Koumassi'],
    ['ic', 'Trecihville avenue 16', 'sud', 'Treichville'],
    ['ic', 'Yamousoukro', 'loin', 'Yamoussoukro'],
    ['ic', 'Kumasi', null],
    ['ic', 'Yup', null],
    // The longest name: two plateaux are no plateau; a commune before the town around it only if it is longer.
    ['ic', 'Deux Plateaux Vallon', 'nord', 'Deux Plateaux'],
    ['ic', 'les 2 plateaux', 'nord', 'Deux Plateaux'],
    ['ic', 'Abidjan, Koumassi', 'sud', 'Koumassi'],
    ['ic', 'Abidjan', 'centre', 'Abidjan'],
    // Never a part of a word.
    ['ic', 'Mangoustan', null],
    ['ic', 'Man Libreville', 'loin', 'Man'],
    ['ic', 'le Yopiste', null],
    ['ic', '', null],
    ['ic', 'près de la pharmacie', null],
    ['sn', 'Parcelles Assainies U17, villa 124', 'dakar', 'Parcelles Assainies'],
    ['sn', 'parcelle assainies', 'dakar', 'Parcelles Assainies'],
    ['sn', 'Sacre coeur 3', 'dakar', 'Sacré-Cœur'],
    ['sn', 'Guediawaye Golf Sud', 'banlieue', 'Guédiawaye'],
    ['sn', 'Dakar', 'dakar', 'Dakar'],
    ['sn', 'Daker', 'dakar', 'Dakar'],
    ['tn', 'rue de Carthage, Tunis', 'tunis', 'Tunis'],
    ['tn', 'La Marsa, résidence Yasmine', 'tunis', 'La Marsa'],
    ['tn', 'تونس', 'tunis', 'Tunis'],
    ['tn', 'Tunisie', null],
    ['tn', 'SFAX', 'sahel', 'Sfax'],
    ['fr', '12 rue de la République, 75011 Paris', 'est', 'Paris 11'],
    ['fr', '75012 Paris', 'est', 'Paris 12'],
    ['fr', 'Paris 11e', 'est', 'Paris 11'],
    ['fr', 'Paris 11ème', 'est', 'Paris 11'],
    ['fr', 'Paris 1er', 'est', 'Paris 1'],
    ['fr', 'Paris 16', 'ouest', 'Paris 16'],
    // Digits are never a typo.
    ['fr', '75013 Paris', null],
    ['fr', 'Paris 17', null],
    ['fr', 'saint denis', 'banlieue', 'Saint-Denis'],
    ['fr', 'l’hay les roses', 'banlieue', 'L’Haÿ-les-Roses'],
    ['fr', 'LHay-les-Roses', 'banlieue', 'L’Haÿ-les-Roses'],
    ['lib', 'Tripoli Hay Andalus', 'tripoli', 'Tripoli'],
    ['lib', 'طرابلس', 'tripoli', 'Tripoli'],
    ['lib', 'Souq Al Jumaa', 'tripoli', 'Souq al-Jumaa'],
    ['lib', 'Benghzi', 'est', 'Benghazi'],
    ['bf', 'Ouaga 2000, rue 15.30', 'ouaga', 'Ouaga 2000'],
    ['bf', 'Ouagadougou secteur 15', 'ouaga', 'Ouagadougou'],
    ['bf', 'Patte d oie', 'ouaga', 'Patte d’Oie'],
    ['bf', 'Bobo Accart-Ville', 'bobo', 'Bobo-Dioulasso'],
  ])('of %s, %j, names %s', (country, text, zone, city) => {
    expect(readerOf(country).read({ city: null, address: text })).toEqual(
      zone === null ? null : { zone, city },
    )
  })

  it('is no answer where two cities of different zones fit equally', () => {
    const reader = readZones([
      { id: 'a', cities: ['Malina'] },
      { id: 'b', cities: ['Malika'] },
    ])
    expect(reader.read({ city: null, address: 'Malita' })).toBeNull()
    expect(reader.read({ city: null, address: 'Malika' })).toEqual({ zone: 'b', city: 'Malika' })
  })
})

describe('an order', () => {
  const reader = readerOf('ic')
  const address = 'Marcory Zone 4'

  it('goes where its city says, else where its address says', () => {
    expect(placeOrder(reader, { city: 'Cocody', customerAddress: address })).toEqual({
      city: 'Cocody',
      zone: 'nord',
    })
    expect(placeOrder(reader, { city: 'yop', customerAddress: address })).toEqual({
      city: 'yop',
      zone: 'nord',
    })
    expect(placeOrder(reader, { city: 'Bouaké', customerAddress: address })).toEqual({
      city: 'Bouaké',
      zone: 'sud',
    })
    expect(placeOrder(reader, { city: null, customerAddress: address })).toEqual({
      city: 'Marcory',
      zone: 'sud',
    })
    expect(placeOrder(reader, { city: null, customerAddress: 'Bouaké' })).toEqual({ city: null, zone: null })
  })

  it('goes elsewhere when cities are corrected, unless somebody has put it where it is', () => {
    const after = readZones([
      { id: 'nord', cities: ['Cocody', 'Marcory'] },
      { id: 'loin', cities: ['Bouaké'] },
    ])
    const again = (city: string | null, customerAddress: string, zone: string | null) =>
      placeAgain(reader, after, { city, customerAddress, zone })
    expect(again('Marcory', address, 'sud')).toEqual({ city: 'Marcory', zone: 'nord' })
    expect(again(null, 'Bouaké', null)).toEqual({ city: 'Bouaké', zone: 'loin' })
    // The city came from the address, whose commune no zone has any more.
    expect(again('Koumassi', 'Koumassi', 'sud')).toEqual({ city: null, zone: null })
    expect(again('Cocody', 'Cocody', 'nord')).toBeNull()
    expect(again('Marcory', address, 'loin')).toBeNull()
  })
})

describe('cities of a zone', () => {
  it('have their other spellings behind a sign', () => {
    expect(readCity('Yopougon = Yop, Poy ;  Yopogon')).toEqual({
      name: 'Yopougon',
      spellings: ['Yopougon', 'Yop', 'Poy', 'Yopogon'],
    })
    expect(readCity('Cocody')).toEqual({ name: 'Cocody', spellings: ['Cocody'] })
  })

  it('are refused without a name, or twice, however they are written', () => {
    expect(whyNotCities(['Cocody', 'Yopougon = Yop'])).toBeNull()
    expect(whyNotCities(['Adjamé', 'ADJAME'])).toBe('CITY_TWICE')
    expect(whyNotCities(['Yopougon = Yop', 'Yop City = yop'])).toBe('CITY_TWICE')
    expect(whyNotCities(['Cocody', '= Yop'])).toBe('CITY_UNREADABLE')
    expect(whyNotCities(['—'])).toBe('CITY_UNREADABLE')
    expect(sharedSpellings(['Port-Bouët', 'Cocody'], ['Abobo = portbouet'])).toEqual(['Port-Bouët'])
  })

  it('that look alike are offered for one that no zone has', () => {
    const known = Object.entries(zones.ic).map(([id, cities]) => ({ id, cities }))
    expect(citiesLike('Cocodi', known)).toEqual(['Cocody'])
    expect(citiesLike('Yopougon Maroc', known)).toEqual(['Yopougon'])
    expect(citiesLike('Bouaké', known)).toEqual([])
    expect(citiesLike('x', known)).toEqual([])
  })
})
