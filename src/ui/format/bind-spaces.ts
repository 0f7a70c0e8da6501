/** No line begins with French punctuation, a closing quotation mark, or the number of `n° 12`. */
export const bindSpaces = (text: string, language: string): string =>
  language === 'fr'
    ? text.replace(/ (?=[:;?!»])/g, '\u00a0').replace(/(?<=«|(?<!\p{L})[nN]°) /gu, '\u00a0')
    : text
