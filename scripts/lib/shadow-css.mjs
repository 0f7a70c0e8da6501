/** Class of the palette's root element. */
const host = '.waybill'

/**
 * PostCSS plugin that adapts Tailwind's style sheet to a shadow root: `:root` and `html` match nothing there, `@property` is
 * ignored, and `rem` is the host page's. Root rules move to our element, registered properties use Tailwind's fallback, `rem`
 * becomes a multiple of `--rem`.
 */
export const shadowRoot = {
  postcssPlugin: 'shadow-root',
  AtRule: {
    property: (rule) => rule.remove(),
    // Tailwind's fallback for browsers without `@property`.
    supports: (rule) => {
      if (rule.params.includes('-webkit-hyphens')) rule.params = '(display:block)'
    },
    // In media queries, `rem` is the browser's and variables are unavailable.
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
