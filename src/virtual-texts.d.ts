/** `virtual:texts/fr/first`: scripts/lib/console-texts.mjs. */
declare module 'virtual:texts/*' {
  export const texts: Readonly<Record<string, unknown>>
}
