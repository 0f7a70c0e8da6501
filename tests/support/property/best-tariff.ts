/** What decides which tariff holds; days as in ISO 8601, null for no bound, every seller or every zone. */
type Dated = { owner: string | null; zone: string | null; from: string | null; to: string | null }

/** The tariff by the words of docs/domain.md, written without its code: all that hold, the best of them. */
export const bestTariff = <Tariff extends Dated>(
  tariffs: readonly Tariff[],
  { owner, zone, day }: { owner: string; zone: string | null; day: string },
): Tariff =>
  tariffs
    .filter(
      (one) =>
        (one.owner === null || one.owner === owner) &&
        (one.zone === null || one.zone === zone) &&
        (one.from === null || one.from <= day) &&
        (one.to === null || one.to >= day),
    )
    .toSorted(
      (a, b) =>
        Number(b.owner !== null) - Number(a.owner !== null) ||
        Number(b.zone !== null) - Number(a.zone !== null) ||
        (b.from ?? '').localeCompare(a.from ?? ''),
    )[0]!
