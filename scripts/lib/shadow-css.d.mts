export const shadowRoot: { postcssPlugin: string }
