/** Memoizes a value by key. */
export const once = <Key, Value>(made: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const value = made.get(key) ?? make()
  made.set(key, value)
  return value
}
