/** The name of a change of a parcel on this screen, where a bare "Cancel" closes a dialog or discards an unsent change. */
export const outcomeLabel = (id: string, t: (key: string) => string): string =>
  t(id === 'shipping.cancel' ? 'delivery:outcome.cancel' : `commands:${id}.label`)
