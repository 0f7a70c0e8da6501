import type { Ref, RefObject } from 'react'

/** The ref of an element that is cloned: our own and the one that it has. */
export const mergeRefs =
  <Node extends HTMLElement>(own: RefObject<Node | null>, given: Ref<Node> | undefined) =>
  (node: Node | null): void => {
    own.current = node
    if (typeof given === 'function') given(node)
    else if (given) given.current = node
  }
