import { autoUpdate, flip, offset, size, useFloating } from '@floating-ui/react'

/**
 * Places what an input opens below it, or above where there is no room. Not through a portal: the list stays in the landmark
 * and in the dialog that its input is in.
 *
 * @param width `same` as the input's, or `atMost` that
 */
export const useInputPopover = ({ open, width }: { open: boolean; width: keyof typeof widths }) =>
  useFloating({
    open,
    strategy: 'fixed',
    placement: 'bottom-start',
    middleware: [offset(4), flip({ padding: 8 }), widths[width]],
    whileElementsMounted: autoUpdate,
  })

const sized = (property: 'width' | 'maxWidth') =>
  size({
    padding: 8,
    apply: ({ rects, elements }) => {
      elements.floating.style[property] = `${rects.reference.width}px`
    },
  })

const widths = { same: sized('width'), atMost: sized('maxWidth') } as const
