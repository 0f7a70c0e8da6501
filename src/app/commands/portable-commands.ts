import { maySelectCountry } from '../../../domain/access/actor.ts'
import { admits } from '../../../domain/access/routes.ts'
import { countryCodes } from '../../../domain/core/countries.ts'
import { type LanguageCode, languageCodes, languages } from '../../../domain/core/languages.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { navItems } from './nav-items.ts'

export type PortablePort = {
  setCountry: (code: string) => void
  setLanguage: (code: string) => void
  undoLast: () => void
  redoLast: () => void
}

/** Commands that also work in the embedded palette: navigation, undo, country, language. */
export const portableCommands = (port: PortablePort): readonly Command[] => [
  ...navItems.map(({ id, route, icon, keys }) =>
    defineCommand({
      id,
      target: 'none',
      section: 'go',
      icon,
      keys: keys === undefined ? [] : [keys],
      whyNot: ({ actor }) => (actor !== null && admits(route, actor) ? null : 'FORBIDDEN'),
      run: ({ ports }) => ports.navigate(route),
    }),
  ),
  defineCommand({
    id: 'console.undo',
    target: 'none',
    section: 'list',
    icon: 'undo',
    keys: ['u', 'Mod+z'],
    when: '!page:triage !editing',
    unrecorded: 'quietly',
    whyNot: () => null,
    run: () => port.undoLast(),
  }),
  defineCommand({
    id: 'console.redo',
    target: 'none',
    section: 'list',
    icon: 'redo',
    keys: ['Shift+u', 'Mod+Shift+z'],
    when: '!editing',
    unrecorded: 'quietly',
    whyNot: () => null,
    run: () => port.redoLast(),
  }),
  defineCommand({
    id: 'console.country',
    target: 'none',
    section: 'settings',
    icon: 'globe',
    args: [
      {
        name: 'country',
        kind: 'choice',
        choices: () => countryCodes.map((code) => ({ value: code, labelKey: `countries:${code}` })),
      },
    ],
    whyNot: ({ actor }) => (actor !== null && maySelectCountry(actor.role) ? null : 'FORBIDDEN'),
    run: (_, { country }) => port.setCountry(country ?? ''),
  }),
  defineCommand({
    id: 'console.language',
    target: 'none',
    section: 'settings',
    icon: 'languages',
    args: [
      {
        name: 'language',
        kind: 'choice',
        choices: () =>
          languageCodes.map((code) => ({ value: code, text: languages[code].name, also: namesOf(code) })),
      },
    ],
    whyNot: () => null,
    run: (_, { language }) => port.setLanguage(language ?? ''),
  }),
]

/** A language's name in each language: `anglais`, `inglés`. */
const namesOf = (code: LanguageCode): string[] =>
  languageCodes.flatMap((language) => new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? [])
