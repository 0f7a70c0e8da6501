import { autoUpdate, flip, offset, size, useFloating } from '@floating-ui/react'

/**
 * Positions a popover below its input, or above if there is no room. No portal: it stays inside the input's landmark and
 * dialog. @param width `same` as the input's, or `atMost`
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
