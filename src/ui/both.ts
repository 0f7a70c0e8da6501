type Handler<E> = ((event: E) => void) | undefined

/** The element's own handler, then ours. */
export const both =
  <E>(its: Handler<E>, ours: Handler<E>) =>
  (event: E): void => {
    its?.(event)
    ours?.(event)
  }
