/** The value of an enumeration that a text means, in any case; null for none of them. */
export const choiceOf = <Value extends string>(values: readonly Value[], written: unknown): Value | null => {
  if (typeof written !== 'string') return null
  const folded = written.toLowerCase()
  return values.find((value) => value.toLowerCase() === folded) ?? null
}
