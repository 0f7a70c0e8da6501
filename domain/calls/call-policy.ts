import { type CountryCode, countryCodes, isCountryCode } from '../core/countries.ts'
import { defineResource, type RecordIn } from '../lib/define-resource.ts'
import type { Fields, Values } from '../lib/field.ts'
import { fixedCountryColumn } from '../lib/goods.ts'

/**
 * Of the calls that are due: fewest attempts first, then the oldest; the oldest; the newest; the highest total; customers who took most
 * of their parcels (`customer-likelihood.ts`).
 */
export const queueOrders = ['attempts', 'oldest', 'newest', 'value', 'risk'] as const
export type QueueOrder = (typeof queueOrders)[number]

/**
 * Who gets an order. `shared`: whoever asks next. `affinity`: a promised call goes to the caller who promised it. `fair`: that, and new
 * orders are dealt out evenly. Of callers at work only: nobody waits for one who is away (`distribution.ts`).
 */
export const distributions = ['shared', 'affinity', 'fair'] as const
export type Distribution = (typeof distributions)[number]

/** Monday first, as in ISO 8601. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * How the customers of one country are called; one record a country. Texts as `policy-texts.ts` reads them: `spacing`, how long to wait
 * after each unanswered call, `30m 2h morning` (the last one repeats); `hours` of a day, `08:00-12:00 14:00-20:00`, in the country's
 * zone; `daysOff`, `2026-12-25`. Empty: at once, any time, none. `mostAttempts`: after so many the order leaves the queue and is
 * proposed to be cancelled. `promisedFor`: minutes for which a promised call is kept for the caller who promised it, while they are
 * there, where the distribution is `shared`. `mostWait`: hours after which a call that is due comes before all others that nobody was promised.
 */
export const callPolicies = defineResource('call-policies', {
  called: { one: 'CallPolicy', phrase: 'a call policy' },
  owned: false,
  columns: {
    country: { shape: { kind: 'choice', values: countryCodes }, filter: fixedCountryColumn.filter },
    hours: { field: { kind: 'text', max: 120 }, only: 'update' },
    weekdaysOff: {
      field: { kind: 'choices', values: weekdays },
      only: 'update',
      shape: { kind: 'values', of: { kind: 'choice', values: weekdays } },
    },
    daysOff: { field: { kind: 'text', max: 1100 }, only: 'update' },
    spacing: { field: { kind: 'text', max: 120 }, only: 'update' },
    mostAttempts: {
      field: { kind: 'integer', min: 1, max: 50 },
      only: 'update',
      filter: { kind: 'range', whole: true },
    },
    promisedFor: { field: { kind: 'integer', min: 0, max: 1440, required: true }, only: 'update' },
    distribution: {
      field: { kind: 'choice', values: distributions, required: true },
      only: 'update',
    },
    queueOrder: { field: { kind: 'choice', values: queueOrders, required: true }, only: 'update' },
    mostWait: { field: { kind: 'integer', min: 1, max: 720 }, only: 'update' },
    /** Orders of the country whose calls are used up. */
    spent: { shape: { kind: 'integer' } },
  },
  search: { title: 'country', subtitle: ['hours'], owner: null },
  views: [{ id: 'limited', query: 'mostAttempts:1..' }],
})

export type CallPolicyRecord = RecordIn<typeof callPolicies>

/** The record of each country, made by the migration; its path takes the country too: `call-policies/ic`. */
export const callPolicyIds: Readonly<Record<CountryCode, string>> = {
  ic: '00000000-0000-7000-8000-00000000ca01',
  sn: '00000000-0000-7000-8000-00000000ca02',
  bf: '00000000-0000-7000-8000-00000000ca03',
  tn: '00000000-0000-7000-8000-00000000ca04',
  fr: '00000000-0000-7000-8000-00000000ca05',
  lib: '00000000-0000-7000-8000-00000000ca06',
}

/** What a policy says, without the record around it. */
export type CallPolicy = Pick<
  CallPolicyRecord,
  | 'hours'
  | 'weekdaysOff'
  | 'daysOff'
  | 'spacing'
  | 'mostAttempts'
  | 'promisedFor'
  | 'distribution'
  | 'queueOrder'
  | 'mostWait'
>

/** Calls at any time, as often as wanted, those with fewest attempts first. */
export const defaultCallPolicy: CallPolicy = {
  hours: null,
  weekdaysOff: [],
  daysOff: null,
  spacing: null,
  mostAttempts: null,
  promisedFor: 0,
  distribution: 'shared',
  queueOrder: 'attempts',
  mostWait: null,
}

/** The id that a path names: the country of a policy stands for its record. */
export const idOfPath = (written: string): string =>
  isCountryCode(written) ? callPolicyIds[written] : written

export const callPolicyFields = callPolicies.updateFields satisfies Fields

export type CallPolicyInput = Partial<Values<typeof callPolicyFields>>
