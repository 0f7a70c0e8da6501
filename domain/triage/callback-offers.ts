/** Suggested callback times: minutes from now, or an hour on a day from today on. */
export const offers = [
  { id: 'halfAnHour', minutes: 30 },
  { id: 'anHour', minutes: 60 },
  { id: 'threeHours', minutes: 180 },
  { id: 'thisEvening', day: 0, at: '18:00' },
  { id: 'tomorrowMorning', day: 1, at: '09:00' },
  { id: 'tomorrowNoon', day: 1, at: '12:30' },
  { id: 'tomorrowEvening', day: 1, at: '18:00' },
  { id: 'dayAfter', day: 2, at: '09:00' },
  { id: 'inAWeek', day: 7, at: '09:00' },
] as const

export type CallbackOffer = (typeof offers)[number]['id']
export const callbackOffers: readonly CallbackOffer[] = offers.map(({ id }) => id)
