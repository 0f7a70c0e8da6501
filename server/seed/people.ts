import type { Role } from '../../domain/access/permissions.ts'
import { type CountryCode, countries, countryCodes } from '../../domain/core/countries.ts'
import { fold } from '../../domain/lib/fold.ts'
import type { users } from '../db/schema.ts'
import { branches, callers, demoLogins, historyDays } from './demo-company.ts'
import { places } from './places.ts'
import { idAt, type Random } from './row-writer.ts'

/** Common names by country. */
export const people: Record<CountryCode, { first: string[]; last: string[] }> = {
  ic: {
    first:
      words(`Awa Aïcha Fatou Mariam Adjoua Affoué Akissi Amenan Aya Bintou Djénéba Estelle Grâce Kadidja Ly-Anne
      Mireille Nadège Rokia Salimata Solange Koffi Kouamé Kouadio Konan Yao Yéo Sékou Ibrahim Moussa Mamadou Drissa
      Serge Landry Hervé Didier Franck Cédric Arsène Lassina Souleymane`),
    last: words(`Koné Traoré Ouattara Coulibaly Bamba Diabaté Touré Cissé Fofana Dosso N’Guessan Kouassi Yao Konan
      Aka Ehouman Gbané Zadi Gnahoré Doumbia Soro Silué Tuo Ouédraogo Kacou Assi Tanoh Brou Djè Kra`),
  },
  sn: {
    first:
      words(`Aminata Fatou Khady Mame Ndèye Rokhaya Sokhna Awa Astou Coumba Dieynaba Marième Seynabou Yacine
      Bineta Adama Mamadou Cheikh Ousmane Modou Ibrahima Abdoulaye Babacar Pape Serigne Moustapha El-Hadji Assane
      Alioune Lamine Malick Birame`),
    last: words(`Diop Ndiaye Fall Diouf Sow Ba Sarr Gueye Faye Seck Thiam Mbaye Cissé Diallo Sy Kane Ndour Niang Wade
      Diagne Camara Dieng Mbengue Touré Badji Sané Mendy Gomis`),
  },
  bf: {
    first:
      words(`Aminata Alimata Rasmata Awa Fati Mariam Salimata Bibata Assèta Haoua Wendkouni Édith Clarisse
      Pélagie Inoussa Issouf Boukary Adama Salif Moumouni Ousmane Souleymane Abdoulaye Wendyam Arnaud Blaise Christian
      Hamidou Idrissa Rasmané`),
    last: words(`Ouédraogo Sawadogo Kaboré Zongo Compaoré Nikiéma Tapsoba Ilboudo Kafando Tiendrébéogo Sanou Traoré
      Barro Somé Dabiré Hien Kambou Yaméogo Zoungrana Bationo Bado Nana Simporé Konaté Diallo`),
  },
  tn: {
    first:
      words(`Amira Fatma Ines Mariem Rim Salma Sana Yasmine Nour Hela Olfa Leila Emna Asma Wafa Rania Ahmed Ali
      Amine Anis Bilel Habib Hichem Karim Khaled Mehdi Mohamed Nizar Oussama Sami Slim Walid Wassim Yassine`),
    last: words(`Ben-Ali Ben-Salah Trabelsi Jaziri Gharbi Chaabane Mejri Hammami Bouazizi Mansouri Ayari Khelifi Jebali
      Sassi Dridi Zouari Karoui Mabrouk Chebbi Ferchichi Triki Kallel Baccouche Ghannouchi Saidi Louati`),
  },
  fr: {
    first:
      words(`Camille Léa Chloé Manon Inès Sarah Julie Océane Fatoumata Amel Nathalie Valérie Céline Aurélie Zoé
      Élodie Hélène Lucas Hugo Théo Mehdi Karim Nicolas Julien Antoine Maxime Sébastien Frédéric Benoît François
      Thierry Loïc Jérôme Noël`),
    last: words(`Martin Bernard Dubois Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefebvre Garcia Roux
      Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Benali Haddad Diallo Traoré Nguyen Da-Silva Perez
      Lecœur Bénard`),
  },
  lib: {
    first:
      words(`Aisha Fatima Mariam Salma Huda Amal Najwa Khadija Sara Zainab Hanan Rabia Mohamed Ahmed Ali Omar
      Khaled Mustafa Abdullah Salem Ibrahim Yusuf Tariq Hamza Anas Walid Faraj Nuri Ramadan Idris`),
    last: words(`Al-Mabrouk Ben-Ghazi El-Fitouri Al-Zawi El-Mahdi Al-Warfalli Zwai Al-Misrati El-Gharyani Shalgham
      Al-Hasi Buzaid Al-Sharif El-Obeidi Gaddur Al-Tarhuni Swehli Al-Barasi El-Magri Benhalim`),
  },
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** Mobile prefixes, and digits after the dial code. */
const ranges: Record<CountryCode, { prefixes: readonly string[]; length: number }> = {
  ic: {
    prefixes: ['0707', '0708', '0709', '0747', '0757', '0504', '0505', '0544', '0101', '0102', '0141'],
    length: 10,
  },
  sn: { prefixes: ['77', '78', '76', '70'], length: 9 },
  bf: { prefixes: ['70', '71', '76', '65', '66', '55'], length: 8 },
  tn: { prefixes: ['20', '22', '23', '50', '52', '54', '95', '98'], length: 8 },
  fr: { prefixes: ['61', '62', '66', '67', '68', '75', '76'], length: 9 },
  lib: { prefixes: ['91', '92', '94'], length: 9 },
}

/** A random mobile number in E.164. */
export const mobileNumber = (random: Random, country: CountryCode): string => {
  const { prefixes, length } = ranges[country]
  const prefix = random.pick(prefixes)
  const rest = String(random.between(0, 10 ** (length - prefix.length) - 1))
  return `+${countries[country].dialCode}${prefix}${rest.padStart(length - prefix.length, '0')}`
}

export type DemoUser = typeof users.$inferSelect

export type Branch = { sellers: DemoUser[]; agents: DemoUser[]; delivery: DemoUser[]; moderators: DemoUser[] }
export type Staff = { everybody: DemoUser[]; admins: DemoUser[]; branches: Record<CountryCode, Branch> }

const day = 86_400_000

/** Staff: demo logins first, then admins, then by country. */
export const makeStaff = (random: Random, now: Date, passwordHash: string): Staff => {
  const everybody: DemoUser[] = []
  const hire = (country: CountryCode, role: Role, known: Partial<DemoUser> = {}): DemoUser => {
    const number = everybody.length + 1
    const name = known.name ?? personName(random, country)
    // Demo logins are the oldest, so they keep their position in lists.
    const since = new Date(now.getTime() - historyDays * day - random.between(1, 60) * day + number * 1000)
    const user: DemoUser = {
      id: idAt(random, since.getTime()),
      number,
      country,
      version: 1,
      createdAt: since,
      updatedAt: since,
      deletedAt: null,
      name,
      role,
      email: `${fold(name).replaceAll(' ', '.')}.${number}@waybill.test`,
      address: null,
      taxNumber: null,
      phone: mobileNumber(random, country),
      passwordHash,
      isEmailVerified: true,
      calls: false,
      staysSignedIn: true,
      hasSecondFactor: false,
      secondFactorAskedAt: null,
      allowsLinking: false,
      isActivated: true,
      activation: known.isActivated === false ? null : since,
      package: null,
      language: 'fr',
      ...known,
    }
    everybody.push(user)
    return user
  }
  const logins = demoLogins.map((login) => hire('ic', login.role, login))
  const admins = [logins[0]!, ...Array.from({ length: callers }, () => hire('ic', 'admin'))]
  const team = (country: CountryCode, role: Role, count: number): DemoUser[] => {
    const first = country === 'ic' ? logins.filter((user) => user.role === role && user.isActivated) : []
    return [...first, ...Array.from({ length: count - first.length }, () => hire(country, role))]
  }
  const teams = countryCodes.map((country): [CountryCode, Branch] => {
    const { sellers, agents, delivery, moderators } = branches[country]
    return [
      country,
      {
        sellers: team(country, 'seller', sellers),
        agents: team(country, 'agent', agents),
        delivery: team(country, 'delivery', delivery),
        moderators: team(country, 'moderator', moderators),
      },
    ]
  })
  return { everybody, admins, branches: Object.fromEntries(teams) as Staff['branches'] }
}

export const personName = (random: Random, country: CountryCode): string =>
  `${random.pick(people[country].first)} ${random.pick(people[country].last)}`

export type DemoCustomer = { customerName: string; customerPhone: string; customerAddress: string }

const remembered = 400

/** Customers of a country: mostly new, some returning. */
export const makeCustomers = (random: Random, country: CountryCode): (() => DemoCustomer) => {
  const known: DemoCustomer[] = []
  return () => {
    if (known.length > 20 && random.chance(0.15)) return random.pick(known)
    const customer: DemoCustomer = {
      customerName: personName(random, country),
      customerPhone: mobileNumber(random, country),
      customerAddress: address(random, country),
    }
    if (known.length < remembered) known.push(customer)
    else known[random.between(0, remembered - 1)] = customer
    return customer
  }
}

const address = (random: Random, country: CountryCode): string => {
  const { quarters, streets, landmarks } = places[country]
  const parts = [random.pick(quarters)]
  if (country === 'fr') parts.unshift(random.pick(streets))
  else if (random.chance(0.35)) parts.push(random.pick(streets))
  if (random.chance(country === 'fr' ? 0.3 : 0.7)) parts.push(random.pick(landmarks))
  return parts.join(', ')
}
