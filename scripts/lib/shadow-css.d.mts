export function shadowCss(css: string): string
