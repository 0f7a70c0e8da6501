import { maySelectCountry } from '../../domain/access/country-choice.ts'
import { admits, type Route } from '../../domain/access/routes.ts'
import { countryCodes } from '../../domain/countries.ts'
import { languages } from '../../domain/languages.ts'
import { type Command, defineCommand } from '../commands/command.ts'
import type { IconName } from '../ui/icon.tsx'
import { spokenLanguages } from './i18n.ts'

/** What commands reach beyond a screen: set once by the console when it starts. */
export type ConsolePort = {
  signOut: () => void
  setCountry: (code: string) => void
  setLanguage: (code: string) => void
  toggleTheme: () => void
  undoLast: () => void
}

/** The parts of the menu, in their order. */
export const placeGroups = ['trade', 'delivery', 'people'] as const

type Place = { id: string; group: (typeof placeGroups)[number]; route: Route; icon: IconName; keys: string }

/** The places of the console, in the order of the menu. */
export const places: readonly Place[] = [
  { id: 'go.orders', group: 'trade', route: '/orders/list', icon: 'orders', keys: 'g o' },
  { id: 'go.products', group: 'trade', route: '/products/list', icon: 'products', keys: 'g p' },
  { id: 'go.requests', group: 'trade', route: '/requests/list', icon: 'requests', keys: 'g r' },
  { id: 'go.affiliates', group: 'trade', route: '/affiliates/list', icon: 'affiliates', keys: 'g a' },
  { id: 'go.store', group: 'trade', route: '/affiliates/store', icon: 'store', keys: 'g b' },
  { id: 'go.invoices', group: 'trade', route: '/invoices/list', icon: 'invoices', keys: 'g i' },
  { id: 'go.shippings', group: 'delivery', route: '/shippings/list', icon: 'shippings', keys: 'g s' },
  {
    id: 'go.deliveries',
    group: 'delivery',
    route: '/shippings/delivery/list',
    icon: 'package-open',
    keys: 'g d',
  },
  { id: 'go.expeditions', group: 'delivery', route: '/expeditions/list', icon: 'expeditions', keys: 'g e' },
  { id: 'go.users', group: 'people', route: '/users/list', icon: 'users', keys: 'g u' },
  { id: 'go.packages', group: 'people', route: '/packages/list', icon: 'packages', keys: 'g k' },
]

/** Commands that stand on every screen: places, country, language, theme, undo, help, sign out. */
export const consoleCommands = (port: ConsolePort): readonly Command[] => [
  ...places.map(({ id, route, icon, keys }) =>
    defineCommand({
      id,
      target: 'none',
      section: 'go',
      icon,
      keys: [keys],
      whyNot: ({ actor }) => (actor !== null && admits(route, actor.role) ? null : 'FORBIDDEN'),
      run: ({ ports }) => ports.navigate(route),
    }),
  ),
  defineCommand({
    id: 'console.palette',
    target: 'none',
    section: 'go',
    icon: 'search',
    keys: [{ keys: 'Mod+k', allowInInput: true }],
    hidden: true,
    whyNot: () => null,
    run: ({ ports }) => ports.openPalette(),
  }),
  defineCommand({
    id: 'console.help',
    target: 'none',
    section: 'settings',
    icon: 'keyboard',
    keys: ['?', 'h'],
    whyNot: () => null,
    run: ({ ports }) => ports.openHelp(),
  }),
  defineCommand({
    id: 'console.undo',
    target: 'none',
    section: 'list',
    icon: 'undo',
    keys: ['u', 'Mod+z'],
    whyNot: () => null,
    run: () => port.undoLast(),
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
        choices: () => spokenLanguages.map((code) => ({ value: code, text: languages[code].name })),
      },
    ],
    whyNot: () => null,
    run: (_, { language }) => port.setLanguage(language ?? ''),
  }),
  defineCommand({
    id: 'console.theme',
    target: 'none',
    section: 'settings',
    icon: 'moon',
    whyNot: () => null,
    run: () => port.toggleTheme(),
  }),
  defineCommand({
    id: 'session.sign-out',
    target: 'none',
    section: 'session',
    icon: 'log-out',
    whyNot: ({ actor }) => (actor === null ? 'UNAUTHORIZED' : null),
    run: () => port.signOut(),
  }),
]
