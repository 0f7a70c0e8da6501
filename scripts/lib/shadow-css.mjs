/** The class of the element that the whole palette is rendered in. */
const host = '.waybill'

/**
 * A PostCSS plugin that fits Tailwind's style sheet for a shadow root in a page that is not ours. There `:root` and `html`
 * match nothing, `@property` is ignored, and `rem` is the page's: rules on the root are put on our own element, registered
 * properties are set by Tailwind's own fallback, and `rem` is counted from `--rem`, which the element carries.
 */
export const shadowRoot = {
  postcssPlugin: 'shadow-root',
  AtRule: {
    property: (rule) => rule.remove(),
    // Tailwind's fallback for browsers without `@property`.
    supports: (rule) => {
      if (rule.params.includes('-webkit-hyphens')) rule.params = '(display:block)'
    },
    // In a condition `rem` is the browser's own, and no variable is known.
    media: (rule) => {
      rule.params = rule.params.replace(rem, (_, size) => `${Number(size) * 16}px`)
    },
    container: (rule) => {
      rule.params = rule.params.replace(rem, (_, size) => `${Number(size) * 16}px`)
    },
  },
  OnceExit: (root) => {
    root.walkRules((rule) => {
      rule.selectors = rule.selectors.map((selector) => selector.replace(roots, host))
    })
    root.walkDecls((declaration) => {
      declaration.value = declaration.value.replace(rem, (_, size) => `calc(${size}*var(--rem))`)
    })
  },
}

const roots = /:root\b|:host\b|^html(?=\s|$)/g

const rem = /(?<![\w#-])(-?\d*\.?\d+)rem\b/g
