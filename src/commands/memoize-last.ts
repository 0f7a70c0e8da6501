/** Keeps what was made: the same again, as long as it would be made of the very same. */
export const memoizeLast = <Made>() => {
  let kept: { of: readonly unknown[]; made: Made } | null = null
  return (of: readonly unknown[], make: () => Made): Made => {
    const isSame = kept?.of.length === of.length && of.every((one, at) => one === kept?.of[at])
    if (kept === null || !isSame) kept = { of, made: make() }
    return kept.made
  }
}
