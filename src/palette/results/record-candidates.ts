import { isContactWord } from '../../filter/languages/fillers.ts'
import type { Analysis } from '../../filter/sentence/analyse-text.ts'
import { isOpenOfName } from '../ranking/record-rank.ts'
import {
  type Asked,
  type Candidate,
  claimed,
  lookingVerbs,
  nounsOf,
  questionWords,
  type TextTarget,
} from './asked-text.ts'
import { customersIn, namedCustomerItem } from './customer-sections.ts'
import type { PaletteView } from './palette-view.ts'
import { recordItem } from './record-item.ts'
import { placesOf } from './text-anchors.ts'

/** Rows of the records and customers themselves. */
export function recordCandidates(asked: Asked, view: PaletteView): Candidate[] {
  const { analysis, targets, isQuestion } = asked
  const bonus = isQuestion ? QUESTION : 0
  const isOfPhone = targets.some(({ isPhone }) => isPhone)
  const mayShowCustomers = (view.scope === null || isOfPhone) && view.customers.isAllowed
  const contact = contactWords(analysis)
  const customers = mayShowCustomers
    ? customersOf(targets).map(
        ({ customer, places }): Candidate => ({
          item: namedCustomerItem(customer, view),
          claims: claimed([...places, ...contact, ...ofCustomers(analysis)]),
          bonus: bonus + (contact.length > 0 ? CONTACT : CUSTOMER),
        }),
      )
    : []
  // `is 14977 delivered`: the record shows its status.
  const asksAbout = isQuestion
    ? [
        ...analysis.clauses.flatMap((part) => (part.meaning.kind === 'value' ? placesOf(part) : [])),
        ...analysis.tokens.flatMap((token, place) =>
          token.kind === 'word' && questionWords.has(token.word) ? place : [],
        ),
      ]
    : []
  const records = targets.map(({ hit, places }): Candidate => {
    const nouns = nounsOf(hit.resource, analysis, view.filtering?.lists)
    // `was hat zoumana zugestellt` asks for parcels: a person has no such status.
    const asked = hit.resource === 'users' ? [] : asksAbout
    return {
      item: recordItem(hit, view),
      claims: claimed([...places, ...nouns, ...lookingVerbs(analysis), ...asked]),
      bonus: (asked.length < asksAbout.length ? 0 : bonus) + (isOpenOfName(hit, analysis.text) ? OPEN : 0),
    }
  })
  return [...customers, ...records, ...personCandidates(asked, view)]
}

export const QUESTION = 12

/** `tel 0701...`, `client kouassi`: the customer's card says it. */
const CONTACT = 7

/** A customer comes before closed records, and after an open one of which the text is the name. */
const CUSTOMER = 2
const OPEN = 3

/** Words for a customer or a telephone. */
export const contactWords = ({ tokens }: Analysis): number[] =>
  tokens.flatMap((token, place) => (token.kind === 'word' && isContactWord(token.word) ? place : []))

/** `orders of 0701...`: the card shows the orders. */
const ofCustomers = (analysis: Analysis): number[] => [
  ...nounsOf('orders', analysis),
  ...nounsOf('shippings', analysis),
]

type CustomerOf = { customer: { phone: string; name: string }; places: readonly number[] }

/** Customers of the records found: by telephone, else by name. */
export const customersOf = (targets: readonly TextTarget[]): CustomerOf[] => {
  const phoned = targets.filter(({ isPhone }) => isPhone)
  const named = targets.filter(({ isExact }) => !isExact)
  const of = phoned.length > 0 ? phoned : named
  const most = Math.max(...of.map(({ places }) => places.length))
  const best = of.filter(({ hit, places }) => hit.customerPhone !== null && places.length === most)
  return customersIn(best.map(({ hit }) => hit)).map((customer) => ({
    customer,
    places: best.find(({ hit }) => hit.customerPhone === customer.phone)!.places,
  }))
}

/** `seller mariam` beside no list: the person. */
function personCandidates({ analysis, targets }: Asked, view: PaletteView): Candidate[] {
  const [part, ...others] = analysis.clauses
  if (part?.meaning.kind !== 'reference' || others.length > 0) return []
  const places = placesOf(part)
  return targets
    .filter(
      ({ hit, places: naming }) => hit.resource === 'users' && naming.some((place) => places.includes(place)),
    )
    .slice(0, 2)
    .map(({ hit }) => ({ item: recordItem(hit, view), claims: claimed(places), bonus: PERSON }))
}

const PERSON = 10
