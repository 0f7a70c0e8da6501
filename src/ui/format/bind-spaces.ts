/** No line begins with French punctuation or a closing quotation mark. */
export const bindSpaces = (text: string, language: string): string =>
  language === 'fr' ? text.replace(/ (?=[:;?!»])/g, '\u00a0').replaceAll('« ', '«\u00a0') : text
