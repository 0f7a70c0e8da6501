import { describe, expect, test } from 'vitest'
import { calculateCampaign } from '../../../../domain/calculator/calculate.ts'
import {
  asPercent,
  type CalculatorDraft,
  draftFrom,
  draftParameters,
  emptyDraft,
  readCalculatorDraft,
} from '../../../../src/features/calculator/calculator-draft.ts'
import {
  byCostPerLead,
  byDeliveryRate,
  moneyParts,
} from '../../../../src/features/calculator/calculator-results.tsx'

const example: CalculatorDraft = {
  leads: '100',
  costPerLead: '1 000',
  price: '15000 F',
  unitCost: '4.000',
  freight: '500',
  confirmationRate: '60',
  deliveryRate: '70 %',
  deliveryFee: '1500',
  returnFee: '500',
  confirmationFee: '300',
  packaging: '100',
  cashFeeRate: '0',
}

const campaignOf = (draft: CalculatorDraft) => {
  const { campaign, problems } = readCalculatorDraft(draft, 'ic')
  if (campaign === null) throw new Error(JSON.stringify(problems))
  return campaign
}

describe('what is typed', () => {
  test('is read as people write amounts and shares', () => {
    expect(campaignOf(example)).toMatchObject({ costPerLead: 1000, price: 15_000, deliveryRate: 0.7 })
    expect(campaignOf({ ...example, cashFeeRate: '1,5' }).cashFeeRate).toBe(0.015)
    expect(campaignOf({ ...example, cashFeeRate: '2.125' }).cashFeeRate).toBe(0.02125)
  })

  test.each([
    ['leads', '', 'REQUIRED'],
    ['leads', '1,5', 'NOT_AN_INTEGER'],
    ['price', 'beaucoup', 'NOT_A_NUMBER'],
    ['price', '12,5', 'TOO_MANY_DECIMALS'],
    ['deliveryRate', '101', 'TOO_LARGE'],
    ['confirmationRate', '-1', 'TOO_SMALL'],
  ])('is refused at its own box: %s = %j', (name, typed, code) => {
    expect(readCalculatorDraft({ ...example, [name]: typed }, 'ic')).toEqual({
      campaign: null,
      problems: { [name]: code },
    })
  })

  test('comes back from its link', () => {
    const link = new URLSearchParams(draftParameters(example, 'ic'))
    expect(draftFrom(link)).toEqual(example)
    expect(draftFrom(new URLSearchParams('country=ic'))).toBeNull()
    expect(draftFrom(new URLSearchParams('leads=7'))).toEqual({ ...emptyDraft(), leads: '7' })
  })

  test('begins as something that can be calculated, in every country', () => {
    for (const country of ['ic', 'sn', 'bf', 'tn', 'fr', 'lib'] as const) {
      expect(readCalculatorDraft(emptyDraft(), country).campaign).not.toBeNull()
    }
  })

  test('shows a share as percent', () => {
    expect([0.6, 0.55749, 1, 0].map(asPercent)).toEqual(['60', '55.75', '100', '0'])
  })
})

test('what is spent and what is left make the revenue', () => {
  const campaign = campaignOf({ ...example, cashFeeRate: '2' })
  const outcome = calculateCampaign(campaign)
  const sum = moneyParts(campaign, outcome).reduce((total, { value }) => total + value, 0)
  expect(sum).toBeCloseTo(outcome.revenue, 6)
})

test('varies one thing and leaves the rest', () => {
  const campaign = campaignOf(example)
  expect(
    byDeliveryRate(campaign).map(({ campaign, profit }) => [campaign.deliveryRate, Math.round(profit)]),
  ).toEqual([
    [0.6, 188_000],
    [0.7, 245_000],
    [0.8, 302_000],
  ])
  expect(byCostPerLead(campaign).map(({ profit }) => Math.round(profit))).toEqual([265_000, 245_000, 225_000])
  expect(byDeliveryRate({ ...campaign, deliveryRate: 0.95 }).at(-1)?.campaign.deliveryRate).toBe(1)
})
